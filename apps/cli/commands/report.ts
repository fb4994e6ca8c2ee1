import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import { explainRefusal } from '@tallyboard/jira/endpoints/jql.ts';
import { narrowByWorklogs } from '@tallyboard/jira/jql/compose.ts';
import { loadDataset } from '@tallyboard/jira/load/issue-loader.ts';
import { loadMetadata } from '@tallyboard/jira/load/metadata.ts';
import { plainDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { aboutReport, REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import {
  type AnyComputingReport,
  findComputingReport,
} from '@tallyboard/reports/find-computing-report.ts';
import { oneOf, readArguments, readInstant, readZone } from '../arguments.ts';
import { type Command, type ExitCode, type Streams, UsageError } from '../command.ts';
import {
  describeProblem,
  type GivenSettings,
  mergeShared,
  type Problem,
  readGiven,
} from '../given-settings.ts';
import { type JiraSource, openSource, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { withPlace } from '../jql-error.ts';
import { keysOf, plainResult } from '../plain-result.ts';
import { progressLine } from '../progress.ts';
import { querySite } from '../query-site.ts';
import { settingsHelp } from '../settings-help.ts';
import { fetchSharedSettings } from '../shared-settings.ts';
import { alignedTable } from '../table.ts';

const IDS = REPORTS.map(({ id }) => id).join(', ');
const FORMATS = ['table', 'json', 'csv'] as const;

export const report: Command = {
  name: 'report',
  summary: 'compute a report and print it as a table, JSON or CSV',
  help: `Usage: tallyboard report ID --jql QUERY [settings]

ID is one of: ${IDS}.

  --jql QUERY        the issues that it is about; velocity and burn find theirs by the boards of their settings
  --settings JSON    settings of the report: tallyboard report ID --help lists them
  --lenient          goes on with the defaults where --settings cannot be used
  --no-issues        leaves the keys of issues out of the JSON: values alone
${SOURCE_HELP}
  --format F         table (default), json or csv
  --as-of TIME       the present, such as 2026-03-31T18:00:00Z (now); over --data the query reads its dates from it too
  --time-zone TZ     zone of days, such as Europe/Berlin (that of the user, else of this machine)

JSON holds {report, settings, jql, asOf, timeZone, doneRule, coverage, problems, notes, result}; docs/cli.md describes it.

Examples:
  tallyboard report overview --jql "project = WEB"
  tallyboard report overview --jql "project = ALOY" --data ./real-data --format json
  tallyboard report breakdown --jql "sprint in openSprints()" --settings '{"groupBy":"project"}' --format csv > sprint.csv
  tallyboard report overview --jql "project = OPS" --url https://x.atlassian.net --user me@x.com --token "$TOKEN"
`,
  async helpFor(args) {
    const id = args.find(arg => aboutReport(arg));
    const chosen = id === undefined ? undefined : await findComputingReport(id);
    return chosen ? settingsHelp(chosen) : null;
  },
  async run(args, streams) {
    const { values, positionals } = readArguments(args, {
      ...SOURCE_OPTIONS,
      jql: { type: 'string' },
      settings: { type: 'string' },
      format: { type: 'string' },
      'as-of': { type: 'string' },
      'time-zone': { type: 'string' },
      lenient: { type: 'boolean' },
      'no-issues': { type: 'boolean' },
    });
    const chosen = await reportOf(positionals);
    if (values.jql === undefined && !chosen.query) throw new UsageError(NO_JQL);
    const format = oneOf('--format', values.format ?? 'table', FORMATS);
    const now = values['as-of'] === undefined ? undefined : readInstant(values['as-of']);
    const zone = values['time-zone'] === undefined ? undefined : readZone(values['time-zone']);
    const own = readGiven(chosen, values.settings);
    if (own.problems.length > 0 && !values.lenient) return refuse(chosen, own, format, streams);
    const source = await openSource({ ...values, now });
    try {
      const asked = { jql: values.jql, own, asOf: presentOf(source.age, now ?? Date.now()), zone };
      const run = await runReport(chosen, source, asked, streams);
      streams.out.write(written(format, run, !values['no-issues']));
      if (format !== 'json') writeDoubts(run, streams);
      return 0;
    } finally {
      await source.close();
    }
  },
};

async function reportOf(positionals: readonly string[]): Promise<AnyComputingReport> {
  const [id, ...more] = positionals;
  if (id === undefined) throw new UsageError(`Which report? There are: ${IDS}.`);
  if (more.length > 0)
    throw new UsageError(`One report at a time, not '${more.join("', '")}' too.`);
  const found = await findComputingReport(id);
  if (!found) throw new UsageError(`There is no report '${id}'. There are: ${IDS}.`);
  return found;
}

/** Tells what of --settings cannot be used, before anything is loaded. */
function refuse(
  { id }: AnyComputingReport,
  { problems }: GivenSettings,
  format: (typeof FORMATS)[number],
  { out, err }: Streams,
): ExitCode {
  for (const problem of problems) err.write(`${describeProblem(problem)}\n`);
  err.write(
    `tallyboard report ${id} --help lists the settings; --lenient goes on without these.\n`,
  );
  if (format === 'json') out.write(`${JSON.stringify({ report: id, problems }, null, 2)}\n`);
  return 2;
}

const NO_JQL = '--jql is missing: about which issues?';

interface RunOptions {
  readonly own: GivenSettings;
  /** Undefined where the report writes its own. */
  readonly jql: string | undefined;
  readonly asOf: number;
  readonly zone: string | undefined;
}

interface Run {
  readonly chosen: AnyComputingReport;
  readonly settings: unknown;
  readonly jql: string;
  readonly context: ReportContext;
  readonly dataset: Dataset;
  readonly computed: Computed<unknown>;
  readonly age: DataAge | null;
  readonly problems: readonly Problem[];
}

/** The same way as in the browser: metadata, requirement, load, compute. */
async function runReport(
  chosen: AnyComputingReport,
  { client, age }: JiraSource,
  { jql: given, own, asOf, zone }: RunOptions,
  streams: Streams,
): Promise<Run> {
  const line = progressLine(streams);
  const [metadata, shared] = await Promise.all([loadMetadata(client), fetchSharedSettings(client)]);
  const base: ReportContext = {
    asOf,
    zone: zone ?? metadata.currentUser?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    currentUser: metadata.currentUser,
    hoursPerDay: metadata.hoursPerDay,
    daysPerWeek: metadata.daysPerWeek,
    weekStart: shared.weekStart,
    dateFormat: shared.dateFormat,
    calendar: shared.calendar,
    doneRule: shared.doneRule,
  };
  const { value: settings, problems } = await mergeShared(chosen, shared, own);
  for (const problem of problems) streams.err.write(`${describeProblem(problem)}\n`);
  const site = querySite(client, metadata);
  const query = await chosen.query?.(settings, base, site, given ?? '');
  const jql = query?.jql ?? given;
  if (jql === undefined) throw new UsageError(NO_JQL);
  const context = query ? { ...base, query } : base;
  const requirement = chosen.requires(settings, context);
  const clause = chosen.narrow?.(settings, context);
  const dataset = await loadDataset(
    client,
    { jql: clause ? narrowByWorklogs(jql, clause) : jql, requirement, metadata },
    {
      now: () => asOf,
      onProgress: ({ percent, issues }) => line.show(`${Math.round(percent)} %  ${issues} issues`),
    },
  ).catch(async (error: unknown) => {
    throw withPlace(await explainRefusal(client, error, jql), jql);
  });
  line.clear();
  const computed = chosen.compute(dataset, settings, context);
  return { chosen, settings, jql, context, dataset, computed, age, problems };
}

function written(format: (typeof FORMATS)[number], run: Run, withIssues: boolean): string {
  const { chosen, computed, settings, context } = run;
  if (format === 'json') return `${JSON.stringify(jsonOf(run, withIssues), null, 2)}\n`;
  const table = chosen.toCsv(computed.result, settings, context);
  if (format === 'csv') return csvText(table);
  return isEmpty(run) ? `${chosen.emptyText ?? 'No data.'}\n` : alignedTable(table);
}

function isEmpty({ chosen, dataset, computed, settings, context }: Run): boolean {
  if (chosen.withoutIssues) return false;
  return (
    dataset.issues.length === 0 ||
    chosen.toCsv(computed.result, settings, context).rows.length === 0
  );
}

function jsonOf(run: Run, withIssues: boolean) {
  const { chosen, settings, jql, context, dataset, computed, age, problems } = run;
  return {
    report: chosen.id,
    settings: chosen.settings.serialize(settings),
    jql,
    asOf: new Date(context.asOf).toISOString(),
    timeZone: context.zone,
    ...(computed.done && { doneRule: plainDone(computed.done) }),
    ...(age && { dataAsOf: age.asOf === null ? null : new Date(age.asOf).toISOString() }),
    coverage: dataset.coverage,
    problems,
    notes: computed.notes.map(({ code, text, issues }) => ({
      code,
      text,
      issues: withIssues ? keysOf(issues, dataset) : issues.length,
    })),
    result: plainResult(computed.result, dataset, chosen.milliseconds, withIssues),
  };
}

/** What limits the figures goes beside the data, where a reader sees it and a program does not stumble over it. */
function writeDoubts(run: Run, { err }: Streams): void {
  const { chosen, settings, context, dataset, computed } = run;
  if (run.age) err.write(`${describeDataAge(run.age, context.zone, Date.now())}\n`);
  const why = chosen.whyEmpty?.(computed.result) ?? null;
  const { rows } = chosen.toCsv(computed.result, settings, context);
  if (why !== null && rows.length === 0) err.write(`No data: ${why}\n`);
  for (const reason of dataset.coverage.reasons) err.write(`Not complete: ${reason}\n`);
  for (const warning of dataset.warnings) err.write(`Jira says: ${warning}\n`);
  for (const doubt of chosen.doubts?.(computed.result) ?? []) err.write(`Note: ${doubt}\n`);
  for (const { text, issues } of computed.notes)
    err.write(`Note: ${text}${issues.length > 0 ? ` (${issues.length})` : ''}\n`);
}

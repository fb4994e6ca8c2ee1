/** Canary names in every place where people are, over every report, grouping and policy: no figure, title or text has one of others. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId, UserId } from '@tallyboard/core/model/ids.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { foldPeople } from '@tallyboard/core/people/fold-people.ts';
import {
  type RestrictingPolicy,
  writePeoplePolicy,
} from '@tallyboard/core/people/people-policy.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { fileLines, plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { NOW, runsOf } from '@tallyboard/reports/testing/report-runs.ts';
import { expect, test } from 'vitest';
import { QuestionError } from '../question-error.ts';
import { loadComputeForReader } from './compute-for.ts';

const anyCompute = (id: string) =>
  loadComputeForReader(id, { people: { policy: { kind: 'own-and-groups' }, reader: null } });

const APPROVER = 'customfield_10071' as FieldId;
const PEOPLE = 7;

const person = (n: number): User => ({
  id: `canary-${n}` as UserId,
  name: `Canary Falkner ${n}`,
  active: n !== 2,
  zone: 'Europe/Berlin',
  avatarUrl: `https://example.com/canary-${n}.png`,
  accountType: null,
});
const ME = person(0);

/**
 * Twenty issues of two sprints. Of each four one is done, one has changed hands, and one has nobody; each person has logged work.
 * Issue n has the assignee n % 7.
 */
function story(): Dataset {
  const lines = Array.from({ length: 20 }, (_, n) => {
    const who = n % 4 === 3 ? '' : `@p${n % PEOPLE}`;
    const hands = n % 4 === 1 ? `| 2026-03-06 @p${(n + 1) % PEOPLE}` : '';
    const done = n % 4 === 0 ? '| 2026-03-10 started | 2026-03-12 done' : '';
    return `P-${n + 1} ${(n % 3) + 1}pt 4h in:${n % 2 ? 'S' : 'T'} ${who} created:2026-02-27 ${hands} ${done} | 2026-03-05 2h by P${n % PEOPLE} "work" | 2026-03-11 1h by P${(n + 3) % PEOPLE} "more"`;
  });
  const data = datasetFromText(
    [
      'sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed',
      'sprint T = 2026-03-06 09:00 .. 2026-03-15 17:00 closed',
      ...lines,
    ].join('\n'),
    { dataset: { jql: 'project = P' } },
  );
  const of = (id: string | null | undefined) => {
    const n = /^p(\d)$/.exec(id ?? '')?.[1];
    return n === undefined ? null : person(Number(n));
  };
  const rename = (id: string | null) => (id === null ? null : (of(id)?.id ?? id));
  const text = (id: string | null, shown: string | null) =>
    id === null ? shown : (of(id)?.name ?? shown);
  return {
    ...data,
    fields: [
      ...data.fields,
      { id: APPROVER, name: 'Approver', custom: true, type: 'user', items: null, customType: null },
    ],
    issues: data.issues.map((issue, n) =>
      copyIssue(issue, {
        assignee: of(issue.assignee?.id),
        reporter: person((n + 2) % PEOPLE),
        creator: person((n + 3) % PEOPLE),
        custom: new Map([[APPROVER, person((n + 4) % PEOPLE).name]]),
        changes: issue.changes.map(change =>
          change.field === 'assignee'
            ? {
                ...change,
                author: person(n % PEOPLE),
                from: rename(change.from),
                fromText: text(change.from, change.fromText),
                to: rename(change.to),
                toText: text(change.to, change.toText),
              }
            : { ...change, author: person(n % PEOPLE) },
        ),
        worklogs: issue.worklogs.map(each => ({ ...each, author: of(each.author?.id) })),
      }),
    ),
  };
}

const DATA = story();
const POLICIES: readonly RestrictingPolicy[] = [
  { kind: 'own-and-groups' },
  { kind: 'groups-of', people: 5 },
  { kind: 'groups-of', people: 9 },
];

const contextOf = (policy: RestrictingPolicy | null): ReportContext => ({
  ...NOW,
  currentUser: ME,
  ...(policy && { people: { policy, reader: ME } }),
});

/** The report's own runs, each with all groupings of its settings by stored codes and words. */
function settingsOf(report: AnyReport, id: string) {
  const codes = [
    ...Array.from({ length: 20 }, (_, n) => n),
    ...['assignee', 'reporter', 'creator'],
  ];
  const values = [...codes, 'worklog-author', APPROVER, 'true', 'individual'];
  const stored = runsOf(id).flatMap(run => [
    run,
    ...report.settings.list.flatMap(({ key }) => values.map(value => ({ ...run, [key]: value }))),
  ]);
  return [
    ...new Map(
      stored.map(each => {
        const { value } = report.settings.parse(each);
        return [JSON.stringify(report.settings.serialize(value)), value] as const;
      }),
    ).values(),
  ];
}

/** All that a reader of figures gets, besides lists of issues. */
function shownTo(
  report: AnyReport,
  computed: ReturnType<Awaited<ReturnType<typeof anyCompute>>>,
  settings: unknown,
  context: ReportContext,
) {
  const { result, notes, definitions } = computed;
  const table = report.table(result, settings, context);
  return JSON.stringify(
    [
      result,
      notes.map(({ text }) => text),
      definitions,
      report.title(settings, DATA.fields),
      report.headline?.(result, settings, context),
      report.doubts?.(result),
      csvText(plainTable(table)),
    ],
    (_, value) => (value instanceof Map ? [...value] : ArrayBuffer.isView(value) ? 0 : value),
  );
}

const namesIn = (text: string) =>
  [...new Set(text.match(/canary[- ]?(falkner )?\d/gi) ?? [])].sort();

test.each(REPORTS)('$id names nobody that its reader must not see', async ({ id }) => {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const compute = await anyCompute(id);
  for (const settings of settingsOf(report, id)) {
    const all = compute(DATA, settings, contextOf(null));
    if (namesIn(shownTo(report, all, settings, contextOf(null))).length > 0) NAMING.add(id);
    const totals = totalsOf(report, all.result, settings, contextOf(null));
    for (const policy of POLICIES) {
      const context = contextOf(policy);
      const computed = answered(() => compute(DATA, settings, context));
      // Settings that name a person.
      if (!computed) continue;
      const names = namesIn(shownTo(report, computed, settings, context));
      const label = `${JSON.stringify(report.settings.serialize(settings))} ${policy.kind}`;
      const own = policy.kind === 'own-and-groups' ? ['canary-0', 'Canary Falkner 0'] : [];
      expect(
        names.filter(name => !own.includes(name)),
        label,
      ).toEqual([]);
      expect(totalsOf(report, computed.result, settings, context), label).toEqual(totals);
    }
  }
});

const NAMING = new Set<string>();

function answered<Value>(run: () => Value): Value | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof QuestionError) return null;
    throw error;
  }
}

test('the canary is seen without a policy', () => {
  expect([...NAMING].sort()).toEqual([
    ...['breakdown', 'burn', 'by-assignee', 'cycle-time', 'estimation', 'first-response'],
    ...['forecast', 'issues-by', 'overview', 'satisfaction', 'time-in-status', 'timesheet'],
    'velocity',
  ]);
});

/** Counts and sums of the last row. Others, such as averages by person, depend on the rows. */
function totalsOf(report: AnyReport, result: unknown, settings: unknown, context: ReportContext) {
  const table = report.table(result, settings, context);
  const total = fileLines(table).find(line => line.isTotal);
  if (!total) return null;
  return table.columns.flatMap(({ id: column, figure }) => {
    const found = figure?.(total.row);
    return found && (found.kind === 'count' || found.kind === 'sum') ? [[column, found.value]] : [];
  });
}

/** Of the seven one is an agent, and one a customer: six are people, in groups of five, one and none. */
const TYPES: readonly User['accountType'][] = ['app', 'customer'];
const typed = (user: User | null) =>
  user && { ...user, accountType: TYPES[6 - Number(user.id.slice(-1))] ?? ('atlassian' as const) };
const OF_TYPES: Dataset = {
  ...DATA,
  issues: DATA.issues.map(issue =>
    copyIssue(issue, {
      assignee: typed(issue.assignee),
      reporter: typed(issue.reporter),
      creator: typed(issue.creator),
      changes: issue.changes.map(change => ({ ...change, author: typed(change.author) })),
      worklogs: issue.worklogs.map(each => ({ ...each, author: typed(each.author) })),
    }),
  ),
};

test('an agent in a custom field is no person', () => {
  const policy = { kind: 'groups-of', people: 5 } as const;
  const shown = (issues: Dataset['issues']) => {
    const { dataset, peopleAt } = foldPeople({ ...OF_TYPES, issues }, { policy, reader: null });
    const [label] = new Set(dataset.issues.map(({ custom }) => custom.get(APPROVER)));
    return [label, peopleAt.get(String(label))?.(2)];
  };
  expect(shown(OF_TYPES.issues)).toEqual(['6 people and agents', []]);
  // Approvers 4, 5, 6, 0 and 1: of the third the agent.
  expect(shown(OF_TYPES.issues.slice(0, 5))).toEqual(['Fewer than 5 people and agents', []]);
});

test.each([
  ...['overview', 'breakdown', 'by-assignee', 'velocity', 'estimation', 'timesheet'],
  ...['burn', 'forecast'],
  ...['time-in-status', 'cycle-time', 'issues-by'],
  ...['sla', 'desk-backlog', 'first-response', 'satisfaction'],
])('%s of chosen accounts names nobody, and is refused for few people', async id => {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const compute = await anyCompute(id);
  const groupings = [1, 10, 11].map(gType => ({
    gType,
    groupBy: 'assignee',
    field: ['assignee', 'creator', 'reporter'][[1, 10, 11].indexOf(gType)],
    by: 'assignee',
    teams: 'assignee',
    showBreakdowns: true,
    ...(id === 'burn' && { showGraphs: [{ name: 'Individual real burn', checked: true }] }),
  }));
  for (const run of groupings.flatMap(each => runsOf(id).map(own => ({ ...own, ...each })))) {
    const answers: { readonly policy: string; readonly accounts: string }[] = [];
    for (const accounts of ['people', 'agents', 'customers', 'without-agents'])
      for (const policy of POLICIES) {
        const { value: settings } = report.settings.parse({ ...run, accounts });
        const context = contextOf(policy);
        const computed = answered(() => compute(OF_TYPES, settings, context));
        if (!computed) continue;
        const names = namesIn(shownTo(report, computed, settings, context));
        const own = policy.kind === 'own-and-groups' ? ['canary-0', 'Canary Falkner 0'] : [];
        expect(names.filter(name => !own.includes(name))).toEqual([]);
        answers.push({ policy: writePeoplePolicy(policy), accounts });
      }
    // 'customers' would be a figure on one person, and 'people' leaves out that one.
    const allowed = ['agents', 'without-agents'];
    const answeredBy = (policy: string) =>
      answers.flatMap(each => (each.policy === policy ? each.accounts : []));
    const own = answeredBy('own-and-groups');
    // In intervals of velocity four others completed work.
    if (id === 'velocity') expect([allowed, []]).toContainEqual(own);
    else expect(own, JSON.stringify(run)).toEqual(allowed);
    expect(answeredBy('groups-of:5'), JSON.stringify(run)).toEqual(allowed);
    expect(answeredBy('groups-of:9'), JSON.stringify(run)).toEqual([]);
  }
});

test.each(['velocity', 'timesheet', 'issues-by', 'time-in-status'])(
  '%s: an exception by project role holds where the reader has it in every project, parents included',
  async id => {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const compute = await anyCompute(id);
    const { value: settings } = report.settings.parse({
      field: 'assignee',
      gType: 1,
      groupBy: 'worklog-author',
      date: '2026-03-15',
      numOfWeeks: '2',
    });
    const namesOf = (data: Dataset, ...exceptedIn: readonly string[][]) => {
      const context = contextOf({ kind: 'groups-of', people: 5 });
      const people = { ...context.people!, exceptedIn };
      const own = { ...context, people };
      return namesIn(shownTo(report, compute(data, settings, own), settings, own)).length;
    };
    const [first] = DATA.issues;
    if (!first) throw new Error('There are no issues.');
    const project = String(first.project.id);
    const foreign = copyIssue(first, { project: { ...first.project, id: 'foreign' as never } });
    const both = { ...DATA, issues: [...DATA.issues, foreign] };
    expect(namesOf(DATA, [project])).toBeGreaterThan(PEOPLE);
    expect(namesOf(both, [project, 'foreign'])).toBeGreaterThan(PEOPLE);
    expect(namesOf(both, [project])).toBe(0);
    expect(namesOf({ ...DATA, above: [foreign] }, [project])).toBe(0);
    // Two roles, neither of them in both projects.
    expect(namesOf(both, [project], ['foreign'])).toBe(0);
    expect(namesOf(DATA)).toBe(0);
    expect(namesOf({ ...DATA, issues: [] }, [project])).toBe(0);
  },
);

test('own-and-groups shows one by name, and how many the others are', async () => {
  const report = await findReport('issues-by');
  const compute = await anyCompute('issues-by');
  const { value } = report?.settings.parse({ field: 'assignee' }) ?? {};
  if (!report) throw new Error('There is no such report.');
  const labels = (policy: RestrictingPolicy) => {
    const context = contextOf(policy);
    const table = report.table(compute(DATA, value, context).result, value, context);
    return fileLines(table)
      .flatMap(({ name, isTotal }) => (isTotal ? [] : [name]))
      .sort();
  };
  expect(labels({ kind: 'own-and-groups' })).toEqual(['6 others', ME.name, 'Unassigned']);
  expect(labels({ kind: 'groups-of', people: 5 })).toEqual(['7 people', 'Unassigned']);
  expect(labels({ kind: 'groups-of', people: 9 })).toEqual(['Fewer than 9 people and unassigned']);
});

test.each(['issues-by', 'by-assignee', 'time-in-status'])(
  '%s: questions that differ by an issue have no cell of fewer than five people, nor a difference that gives one',
  async id => {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const compute = await anyCompute(id);
    const { value } = report.settings.parse({ field: 'assignee', gType: 1 });
    const context = contextOf({ kind: 'groups-of', people: 5 });
    const issues = DATA.issues.map(issue => copyIssue(issue, { changes: [] }));
    const whoHas = (rows: Uint32Array, of: Dataset) =>
      new Set(Array.from(rows, row => of.issues[row]?.assignee?.id).filter(Boolean)).size;
    let checked = 0;
    for (let size = 1; size <= issues.length; size++)
      for (let left = 0; left < Math.min(size, 5); left++) {
        const data = { ...DATA, issues: issues.slice(0, size).filter((_, at) => at !== left) };
        const table = report.table(compute(data, value, context).result, value, context);
        const groups = fileLines(table).filter(({ isTotal }) => !isTotal);
        for (const { figure } of table.columns) {
          const shown = groups.map(line => [line.name, figure?.(line.row)?.issues] as const);
          for (const [name, rows] of shown) {
            expect(name).toMatch(/people|Unassigned/);
            const isAlone = shown.every(([, others]) => !others?.length || others === rows);
            // The only group is the total, which is no figure on people.
            if (!rows?.length || name === 'Unassigned' || isAlone) continue;
            expect(whoHas(rows, data), `${size} ${left} ${name}`).toBeGreaterThanOrEqual(5);
            checked += 1;
          }
        }
      }
    expect(checked).toBeGreaterThan(0);
  },
);

test.each([
  ['assignee = canary-1', false],
  ['assignee != "Canary Falkner 1"', false],
  ['assignee = currentUser()', true],
  ['assignee in (currentUser(), canary-1)', false],
  ['Approver = "Canary Falkner 1"', false],
  ['status changed BY canary-1', false],
  ['assignee in (canary-1, canary-2, canary-3, canary-4, canary-5)', true],
  ['assignee not in (canary-1, canary-2, canary-3, canary-4)', false],
  ['assignee is EMPTY', true],
])('own-and-groups: %s is answered: %s', async (jql, isAnswered) => {
  const report = await findReport('overview');
  const compute = await anyCompute('overview');
  const settings = report?.settings.defaults;
  const run = () => compute({ ...DATA, jql }, settings, contextOf({ kind: 'own-and-groups' }));
  if (isAnswered) expect(run).not.toThrow();
  else expect(run).toThrow(QuestionError);
});

test('groups: a question about the reader alone is one about a single person', async () => {
  const report = await findReport('overview');
  const compute = await anyCompute('overview');
  const jql = 'assignee = currentUser()';
  const context = contextOf({ kind: 'groups-of', people: 5 });
  expect(() => compute({ ...DATA, jql }, report?.settings.defaults, context)).toThrow(
    "On this site figures on people are for 5 or more: in 'assignee' name at least 5 people who have issues, or leave it out.",
  );
});

test('a filter of authors is refused for few, and counts work of those named else', async () => {
  const report = await findReport('timesheet');
  const compute = await anyCompute('timesheet');
  const run = (names: readonly number[]) => {
    const userFilter = names.map(n => `"${person(n).name}"`).join(', ');
    const { value } =
      report?.settings.parse({ userFilter, date: '2026-03-15', numOfWeeks: '2' }) ?? {};
    return compute(DATA, value, contextOf({ kind: 'groups-of', people: 5 }));
  };
  expect(() => run([1, 2])).toThrow(QuestionError);
  const { result } = run([0, 1, 2, 3, 4]);
  expect(result.rows.map(({ label }: { readonly label: string }) => label)).toEqual(['5 people']);
  expect(result.unknownAuthors).toEqual([]);
});

test.each([
  [{ kind: 'groups-of', people: 5 }, 1, ['Fewer than 5 people, agents and unassigned']],
  [{ kind: 'groups-of', people: 5 }, 5, ['5 people and agents', 'Unassigned']],
  [{ kind: 'own-and-groups' }, 1, ['1 other and agents', 'Unassigned']],
] as const)(
  'agents are no people: %j with four agents and %i people',
  async (policy, people, names) => {
    const accounts = Array.from({ length: people + 4 }, (_, n): User => {
      return { ...person(n + 1), accountType: n < people ? 'atlassian' : 'app' };
    });
    const lines = [...accounts, null].map((_, n) => `A-${n + 1} created:2026-03-02`);
    const data = datasetFromText(lines.join('\n'), { dataset: { jql: 'project = A' } });
    const dataset = {
      ...data,
      issues: data.issues.map((issue, n) => copyIssue(issue, { assignee: accounts[n] ?? null })),
    };
    const report = await findReport('by-assignee');
    if (!report) throw new Error('There is no report by assignee.');
    const compute = await anyCompute('by-assignee');
    const { value: settings } = report.settings.parse({});
    const context = contextOf(policy);
    const { result } = compute(dataset, settings, context);
    const shown = fileLines(report.table(result, settings, context));
    expect(shown.filter(({ isTotal }) => !isTotal).map(({ name }) => name)).toEqual(names);
  },
);

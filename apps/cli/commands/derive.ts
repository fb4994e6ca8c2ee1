import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { presentOf } from '@tallyboard/hosts/data-age.ts';
import { fetchFirstIssues } from '@tallyboard/jira/endpoints/search.ts';
import { deriveLines, deriveSite } from '@tallyboard/lake/derive/derive-lines.ts';
import { parseSiteFile, type SiteFile } from '@tallyboard/lake/derive/site-file.ts';
import { columnsOf, FORMAT, TABLE_NAMES } from '@tallyboard/lake/tables.ts';
import { LakeError } from '@tallyboard/lake/write/lake-files.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import { readArguments, readZone } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { type JiraSources, openSources, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { lakeSite, sourceName } from '../lake/lake-site.ts';

export const helpValues = { source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    site: { type: 'string' },
    describe: { type: 'boolean' },
    tables: { type: 'boolean' },
    shared: { type: 'boolean' },
    'time-zone': { type: 'string' },
    name: { type: 'string' },
  });
  if (positionals.length > 0)
    throw new UsageError('Issues come from stdin, one JSON in each line.');
  const { out } = streams;
  if (values.tables) {
    const tables = TABLE_NAMES.map(table => [table, columnsOf(table)]);
    out.write(`${JSON.stringify(Object.fromEntries(tables), null, 1)}\n`);
    return 0;
  }
  if (values.describe) {
    const sources = await openSources(values, streams);
    const zone = values['time-zone'] === undefined ? undefined : readZone(values['time-zone']);
    const site = describe(sources, values.name ?? (await sourceName(sources, values.url)), zone);
    out.write(`${JSON.stringify(await site.finally(() => sources.close()))}\n`);
    return 0;
  }
  if (values.site === undefined)
    throw new UsageError('--site is missing: a file that derive --describe has written.');
  const site = await readSiteFile(values.site);
  const write = (line: string) => void out.write(line);
  if (values.shared) deriveSite(site, write);
  else await deriveLines(createInterface({ input: streams.in as Readable }), site, write);
  return 0;
}

async function readSiteFile(path: string): Promise<SiteFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`The site file cannot be read: ${error.message}`);
  });
  try {
    return parseSiteFile(text);
  } catch (error) {
    throw error instanceof LakeError ? new CommandError(error.message) : error;
  }
}

async function describe(
  sources: JiraSources,
  source: string,
  zone: string | undefined,
): Promise<SiteFile> {
  const { client, age } = await sources.at();
  const now = presentOf(age, Date.now());
  const { context, reasons, boards, sprints, metadata } = await lakeSite(sources, source, {
    now,
    zone,
  });
  const first = await fetchFirstIssues(client, {
    jql: 'created >= "1970-01-01" ORDER BY created ASC',
    fields: ['created'],
    max: 1,
  });
  const created = (first.items[0] as { fields?: { created?: string } } | undefined)?.fields
    ?.created;
  const { statuses, ...others } = metadata;
  return {
    format: FORMAT,
    version: VERSION,
    source,
    context,
    reasons,
    firstDay: created === undefined ? null : localDay(Date.parse(created), context.zone),
    metadata: others,
    statuses: [...statuses.values()],
    boards,
    sprints: [...sprints.values()],
  };
}

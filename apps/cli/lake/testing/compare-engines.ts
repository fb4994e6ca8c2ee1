/** See scripts/lake-engines.mjs. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { fetchFirstIssues } from '@tallyboard/jira/endpoints/search.ts';
import { writeLake } from '@tallyboard/lake/write/write-lake.ts';
import { startPostgres } from '@tallyboard/replica/store/testing/postgres.ts';
import { openSources } from '../../jira-source.ts';
import { run } from '../../testing/run.ts';
import { lakeSite } from '../lake-site.ts';
import { differences, expectedViews, type ViewRow } from './cells.ts';
import { SETS } from './sets.ts';

const root = resolve(import.meta.dirname, '../../../..');
const ENGINES = {
  duckdb: 'duckdb',
  postgresql: 'psycopg2, pyarrow',
  clickhouse: 'chdb',
  spark: 'pyspark',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-engines-'));
const postgres = await startPostgres();
let isWrong = false;
try {
  const engines = Object.keys(ENGINES).filter(hasEngine);
  const given = process.argv.slice(2);
  const sets =
    given.length > 0
      ? await Promise.all(
          given.map(async data => ({
            name: data,
            data,
            now: await lastUpdate(data),
            zone: 'Europe/Berlin',
          })),
        )
      : [
          ...Object.entries(SETS).map(([name, { now, zone }]) => ({
            name,
            data: join(folder, name),
            now: Date.parse(now),
            zone,
          })),
          // The one with SLAs.
          { name: 'demo', data: join(folder, 'demo'), now: Date.now(), zone: 'Europe/Berlin' },
        ];
  for (const { name, data, now, zone } of sets) {
    if (given.length === 0)
      await (name === 'demo'
        ? run('demo', '--size', '600', '--data', data)
        : run('import', join(root, 'fixtures/data', name), '--data', data));
    await compare(name, data, { now, zone }, engines);
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
process.exitCode = isWrong ? 1 : 0;

async function compare(
  name: string,
  data: string,
  asked: { readonly now: number; readonly zone: string },
  engines: readonly string[],
): Promise<void> {
  const lake = mkdtempSync(join(folder, 'lake-'));
  const sources = await openSources({ data });
  const site = await lakeSite(sources, 'test', asked);
  await writeLake(lake, site);
  const expected = await expectedViews({ source: await sources.at(asked.now), ...asked });
  await sources.close();
  const cells = expected.reduce((sum, each) => sum + each.cells.size * each.values.length, 0);
  for (const engine of engines) {
    const begun = performance.now();
    const rows = await rowsOf(engine, join(lake, 'current'));
    const wrong = expected.flatMap(each => differences(each, rows.get(each.view) ?? []));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(
      `${name} ${engine}: ${cells} cells, ${wrong.length} differ, ${seconds} s\n`,
    );
    for (const line of wrong.slice(0, 10)) process.stdout.write(`  ${line}\n`);
    isWrong ||= wrong.length > 0;
  }
}

/** The present of issues that nobody changes any more. */
async function lastUpdate(data: string): Promise<number> {
  const sources = await openSources({ data });
  const { client } = await sources.at();
  const asked = {
    jql: "created >= '1970-01-01' ORDER BY updated DESC",
    fields: ['updated'],
    max: 1,
  };
  const { items } = await fetchFirstIssues(client, asked);
  await sources.close();
  const { updated } = recordOf(recordOf(items[0]).fields);
  return Date.parse(String(updated)) + 60_000;
}

function hasEngine(engine: string): boolean {
  const modules = ENGINES[engine as keyof typeof ENGINES];
  const { status } = spawnSync('python3', ['-c', `import ${modules}`]);
  if (status === 0) return true;
  process.stdout.write(`${engine} is left out: Python lacks ${modules}.\n`);
  return false;
}

async function rowsOf(
  engine: string,
  lake: string,
): Promise<ReadonlyMap<string, readonly ViewRow[]>> {
  const url = engine === 'postgresql' ? [(await postgres.database()) ?? ''] : [];
  const args = [
    join(root, 'scripts/lake-engines.py'),
    engine,
    lake,
    join(root, 'packages/lake/views'),
    ...url,
  ];
  const python = spawn('python3', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  python.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  const ended = Promise.withResolvers<number | null>();
  python.on('close', ended.resolve);
  const rows = new Map<string, ViewRow[]>();
  for await (const line of createInterface({ input: python.stdout })) {
    const { view, row } = JSON.parse(line) as { view: string; row: ViewRow };
    const known = rows.get(view) ?? [];
    known.push(row);
    rows.set(view, known);
  }
  if ((await ended.promise) !== 0) throw new Error(`${engine}: ${errors.slice(-2000)}`);
  return rows;
}

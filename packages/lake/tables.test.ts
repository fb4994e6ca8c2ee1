import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { columnsOf, FORMAT, TABLE_NAMES, TABLES, type TableName } from './tables.ts';
import { VIEW_NAMES } from './views.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('docs/lake.md has the tables with their columns and meanings', () => {
  const doc = readFileSync(at('docs/lake.md'), 'utf8');
  const sections = TABLE_NAMES.map(table => {
    const rows = columnsOf(table).map(
      ({ name, type, nullable, meaning }) =>
        `| \`${name}\` | ${type}${nullable ? '?' : ''} | ${meaning} |`,
    );
    const key = ['source', ...TABLES[table].key].map(name => `\`${name}\``).join(', ');
    const heads = ['| column | type | meaning |', '|---|---|---|'];
    return `### ${table}\n\n${TABLES[table].about} Key: ${key}.\n\n${[...heads, ...rows].join('\n')}\n`;
  });
  for (const section of sections) expect(doc).toContain(section);
  const headings = [...doc.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(TABLE_NAMES);
  expect(doc).toContain(`The format is **${FORMAT}**`);
});

const isKey = (table: TableName, column: string) =>
  column === 'source' || (TABLES[table].key as readonly string[]).includes(column);

const TYPES = {
  int: 'bigint',
  double: 'double',
  text: 'varchar',
  bool: 'boolean',
  time: 'timestamp with time zone',
  day: 'date',
};

test('deploy/dbt/sources.yml has the tables; -u writes it', async () => {
  const lines = TABLE_NAMES.flatMap(table => [
    `      - name: ${table}`,
    `        description: ${JSON.stringify(TABLES[table].about)}`,
    '        columns:',
    ...columnsOf(table).flatMap(({ name, type, meaning }) => [
      `          - name: ${name}`,
      `            description: ${JSON.stringify(meaning)}`,
      `            data_type: ${TYPES[type]}`,
      ...(isKey(table, name) ? ['            data_tests: [not_null]'] : []),
    ]),
  ]);
  const text = `# The tables of a lake (docs/lake.md). dbt-duckdb reads the files themselves: TALLYBOARD_LAKE is the folder of the export.
version: 2
sources:
  - name: tallyboard
    schema: "{{ var('tallyboard_schema', 'tallyboard') }}"
    config:
      meta:
        external_location: "read_parquet('{{ env_var('TALLYBOARD_LAKE', 'lake/current') }}/{name}/**/*.parquet', hive_partitioning = false)"
    tables:
${lines.join('\n')}
`;
  await expect(text).toMatchFileSnapshot(at('deploy/dbt/sources.yml'));
});

test('docs/lake.md names the view of each report, or that it has none', () => {
  const doc = readFileSync(at('docs/lake.md'), 'utf8');
  const none = /^No view: [\s\S]*?\.\n\n/m.exec(doc)?.[0] ?? '';
  const reports = readFileSync(at('packages/reports/registry.ts'), 'utf8');
  const ids = [...reports.matchAll(/from '\.\/([\w-]+)\/about\.ts'/g)].map(([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(15);
  for (const id of ids) {
    const hasView = VIEW_NAMES.some(name => name === id.replaceAll('-', '_'));
    expect([id, none.includes(`\`${id}\``)]).toEqual([id, !hasView]);
  }
});

import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Index, Table, Tables } from './tables.ts';

/** The secondary indexes of tables. */
export const indexesOf = <Rows>(engine: Engine<Rows>, tables: Tables): Index[] =>
  Object.entries(tables).flatMap(([name, table]) => indexesOfTable(engine, name, table));

function indexesOfTable<Rows>(
  engine: Engine<Rows>,
  table: string,
  { key, indexes = [], partialIndex }: Table,
): Index[] {
  const all = [
    ...indexes.map(index => ({ index, where: '' })),
    ...(partialIndex
      ? [{ index: partialIndex, where: ` where ${partialIndex.at(-1)} is not null` }]
      : []),
  ];
  // SQLite's indexes have the row id.
  const isRowId = (column: string) =>
    engine.name === 'sqlite' && key.length === 1 && key[0] === column;
  return all.map(({ index: declared, where }) => {
    const index = declared.filter(column => !isRowId(column));
    const name = `${table}_${index.join('_')}`;
    const create = `create index if not exists ${name} on ${table} (${index.join(', ')})${where}`;
    return { name, table, create };
  });
}

/** Creates tables and their indexes. */
export async function createTables<Rows>(
  engine: Engine<Rows>,
  db: Kysely<Rows>,
  tables: Tables,
): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await sql.raw(tableStatement(engine, name, table)).execute(db);
    for (const { create } of indexesOfTable(engine, name, table)) await sql.raw(create).execute(db);
  }
}

function tableStatement<Rows>(engine: Engine<Rows>, name: string, table: Table): string {
  const { key } = table;
  const columns = Object.entries(table.columns).flatMap(([column, { kind, nullable }]) => {
    const type = engine.columnType(kind);
    if (type === null) return [];
    // A single integer key is SQLite's rowid, which saves an index.
    const own = key.length === 1 && key[0] === column ? ' primary key' : '';
    return [`${column} ${type}${nullable ? '' : ' not null'}${own}`];
  });
  if (key.length > 1) columns.push(`primary key (${key.join(', ')})`);
  const isClustered = engine.name === 'sqlite' && key.length > 1;
  return `create table if not exists ${name} (${columns.join(', ')})${isClustered ? ' without rowid' : ''}`;
}

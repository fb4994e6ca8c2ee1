import { type Kysely, sql } from 'kysely';
import type { Entity, EntityKind } from './entity.ts';
import type { Database, Row } from './schema.ts';
import { fold } from './words.ts';

export interface StoredEntity extends Entity {
  /** Known only from a reference; a later record completes it. */
  implied: boolean;
  /** See IngestSettings.source. */
  source: string;
}

/** Names that JQL accepts besides the id. */
function namesOf(entity: Entity): string[] {
  if (entity.kind !== 'user') return [fold(entity.name)];
  const { name, key, emailAddress } = entity.document;
  const all = [entity.name, name, key, emailAddress];
  return [
    ...new Set(
      all.filter(text => typeof text === 'string' && text !== '').map(text => fold(String(text))),
    ),
  ];
}

/** Cache of all entities, by id and by name. */
export class Catalogue {
  version = -1;
  readonly #byId = new Map<EntityKind, Map<string, StoredEntity>>();
  readonly #byName = new Map<EntityKind, Map<string, StoredEntity[]>>();
  readonly #ordered = new Map<EntityKind, StoredEntity[]>();

  get(kind: EntityKind, id: string): StoredEntity | undefined {
    return this.#byId.get(kind)?.get(id);
  }

  /** Case-insensitive; users also match by user name, key and e-mail. */
  named(kind: EntityKind, name: string): readonly StoredEntity[] {
    return this.#byName.get(kind)?.get(fold(name)) ?? [];
  }

  /** By position, then name. */
  all(kind: EntityKind): readonly StoredEntity[] {
    let ordered = this.#ordered.get(kind);
    if (!ordered) {
      ordered = [...(this.#byId.get(kind)?.values() ?? [])].sort(
        (a, b) => a.position - b.position || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
      );
      this.#ordered.set(kind, ordered);
    }
    return ordered;
  }

  size(kind: EntityKind): number {
    return this.#byId.get(kind)?.size ?? 0;
  }

  put(entity: StoredEntity): void {
    this.remove(entity.kind, entity.id);
    mapOf(this.#byId, entity.kind).set(entity.id, entity);
    const names = mapOf(this.#byName, entity.kind);
    for (const name of namesOf(entity)) names.set(name, [...(names.get(name) ?? []), entity]);
    this.#ordered.delete(entity.kind);
  }

  remove(kind: EntityKind, id: string): void {
    const old = this.get(kind, id);
    if (!old) return;
    this.#byId.get(kind)?.delete(id);
    const names = this.#byName.get(kind);
    for (const name of namesOf(old)) {
      names?.set(
        name,
        (names.get(name) ?? []).filter(entity => entity !== old),
      );
    }
    this.#ordered.delete(kind);
  }

  clear(): void {
    this.#byId.clear();
    this.#byName.clear();
    this.#ordered.clear();
  }

  /** Above all numeric ids. */
  nextId(kind: EntityKind, from = 10_000): string {
    let highest = from - 1;
    for (const id of this.#byId.get(kind)?.keys() ?? []) {
      const number = Number(id.replace(/^customfield_/, ''));
      if (number > highest) highest = number;
    }
    return kind === 'field' ? `customfield_${highest + 1}` : String(highest + 1);
  }
}

function mapOf<Kind, Value>(maps: Map<Kind, Map<string, Value>>, kind: Kind): Map<string, Value> {
  let map = maps.get(kind);
  if (!map) {
    map = new Map();
    maps.set(kind, map);
  }
  return map;
}

function entityRow(entity: StoredEntity): Row<'entities'> {
  return {
    kind: entity.kind,
    id: entity.id,
    name: entity.name,
    name_fold: fold(entity.name),
    project_id: entity.projectId,
    position: entity.position,
    implied: entity.implied ? 1 : 0,
    source: entity.source,
    document: JSON.stringify(entity.document),
  };
}

const versionName = 'entities version';

/** Rereads the entities if any process has written since. */
export async function refreshCatalogue(db: Kysely<Database>, catalogue: Catalogue): Promise<void> {
  const version = await readFact(db, versionName);
  if (version === catalogue.version) return;
  const rows = await db.selectFrom('entities').selectAll().execute();
  catalogue.clear();
  for (const row of rows) {
    catalogue.put({
      kind: row.kind as EntityKind,
      id: row.id,
      name: row.name,
      projectId: row.project_id,
      position: row.position,
      implied: row.implied === 1,
      source: row.source,
      document: JSON.parse(row.document),
    });
  }
  catalogue.version = version;
}

/** Makes all other readers of the database reread them. */
export async function writeEntities(
  trx: Kysely<Database>,
  catalogue: Catalogue,
  entities: Iterable<StoredEntity>,
): Promise<void> {
  for (const entity of entities) {
    const row = entityRow(entity);
    await trx
      .insertInto('entities')
      .values(row)
      .onConflict(conflict => conflict.columns(['kind', 'id']).doUpdateSet(row))
      .execute();
  }
  await bumpCatalogue(trx, catalogue);
}

export async function bumpCatalogue(trx: Kysely<Database>, catalogue: Catalogue): Promise<void> {
  const stored = await readFact(trx, versionName);
  await writeFact(trx, versionName, stored + 1);
  // On a concurrent write keep the old version, so that the next read refreshes.
  if (stored === catalogue.version) catalogue.version = stored + 1;
}

/** 0 if never written. */
async function readFact(db: Kysely<Database>, name: string): Promise<number> {
  const { rows } = await sql<{
    value: number;
  }>`select value from facts where name = ${name}`.execute(db);
  return rows[0]?.value ?? 0;
}

async function writeFact(db: Kysely<Database>, name: string, value: number): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

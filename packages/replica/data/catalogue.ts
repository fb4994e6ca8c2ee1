import { isDeepStrictEqual } from 'node:util';
import { find, findOne } from '@tallyboard/database/query.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { type Kysely, sql } from 'kysely';
import type { Entity, EntityKind, StoredEntity } from './entity.ts';
import { upsert, upsertMany } from './rows.ts';
import { asText } from './shapes.ts';
import type { Database, Engine, Row } from './tables.ts';

/** Names that JQL accepts besides the id. */
function namesOf(entity: Entity): string[] {
  if (entity.kind !== 'user') return [fold(entity.name)];
  const { name, key, emailAddress } = entity.document;
  return [
    ...new Set(
      [entity.name, name, key, emailAddress].flatMap(text => asText(text) ?? []).map(fold),
    ),
  ];
}

/** Cache of all entities, by id and by name. */
export class Catalogue {
  version = -1;
  readonly #byId = new Map<EntityKind, Map<string, StoredEntity>>();
  /** By 'kind/name'. */
  readonly #byName = new Map<string, StoredEntity[]>();
  readonly #ordered = new Map<EntityKind, StoredEntity[]>();

  get(kind: EntityKind, id: string): StoredEntity | undefined {
    return this.#byId.get(kind)?.get(id);
  }

  /** Case-insensitive; users also match by user name, key and e-mail. */
  named(kind: EntityKind, name: string): readonly StoredEntity[] {
    return this.#byName.get(`${kind}/${fold(name)}`) ?? [];
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
    const ids = this.#byId.get(entity.kind) ?? new Map<string, StoredEntity>();
    this.#byId.set(entity.kind, ids.set(entity.id, entity));
    for (const name of namesOf(entity)) {
      const key = `${entity.kind}/${name}`;
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), entity]);
    }
    this.#ordered.delete(entity.kind);
  }

  remove(kind: EntityKind, id: string): void {
    const old = this.get(kind, id);
    if (!old) return;
    this.#byId.get(kind)?.delete(id);
    for (const name of namesOf(old)) {
      const others = this.#byName.get(`${kind}/${name}`)?.filter(entity => entity !== old);
      this.#byName.set(`${kind}/${name}`, others ?? []);
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

/** A database or one of its transactions, and the entities in it. */
export interface DbContext {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  readonly catalogue: Catalogue;
}

export const VERSION_NAME = 'entities version';

/** Rereads the entities if any process has written since. */
export async function refreshCatalogue(context: DbContext): Promise<void> {
  const { catalogue } = context;
  const version = await entitiesVersion(context);
  if (version === catalogue.version) return;
  const rows = await find(context, 'entities', {});
  // Without an await in between: other calls read the catalogue meanwhile.
  catalogue.clear();
  for (const row of rows) {
    catalogue.put(entityOfRow(row));
  }
  catalogue.version = version;
}

/** Collects changed entities. */
interface EntityChanges {
  entity(kind: EntityKind, id: string, before: StoredEntity | null, after: StoredEntity): void;
}

/**
 * Writes those that differ from what is stored, and makes all other readers of the database reread them. The catalogue has
 * them already.
 */
export async function writeEntities(
  trx: DbContext & { readonly changes: EntityChanges },
  given: Iterable<StoredEntity>,
): Promise<void> {
  const rows: Row<'entities'>[] = [];
  for (const [kind, entities] of Map.groupBy(given, entity => entity.kind)) {
    const ids = entities.map(({ id }) => id);
    const isOne = sql`kind = ${kind} and ${trx.engine.idIn('id', ids)}`;
    const stored = await find(trx, 'entities', isOne);
    const known = new Map(stored.map(row => [row.id, row]));
    for (const entity of entities) {
      const row = rowOf(entity);
      const before = known.get(entity.id);
      if (before && isSameRow(before, row)) continue;
      rows.push(row);
      trx.changes.entity(kind, entity.id, before ? entityOfRow(before) : null, entity);
    }
  }
  if (rows.length === 0) return;
  await upsertMany(trx, 'entities', rows);
  await bumpCatalogue(trx);
}

function rowOf({ projectId, ...entity }: StoredEntity): Row<'entities'> {
  return {
    ...entity,
    name_fold: fold(entity.name),
    project_id: projectId,
    implied: entity.implied ? 1 : 0,
    document: JSON.stringify(entity.document),
  };
}

function entityOfRow({ name_fold: _, project_id: projectId, ...row }: Row<'entities'>) {
  const kind = row.kind as EntityKind;
  const document: Record<string, unknown> = JSON.parse(row.document);
  return { ...row, kind, projectId, implied: row.implied === 1, document };
}

/** The order of a document's members does not matter. */
const isSameRow = (one: Row<'entities'>, other: Row<'entities'>): boolean =>
  isDeepStrictEqual(entityOfRow(one), entityOfRow(other));

export async function bumpCatalogue(trx: DbContext): Promise<void> {
  const stored = await entitiesVersion(trx);
  await upsert(trx, 'facts', { name: VERSION_NAME, value: stored + 1 });
  // On a concurrent write keep the old version, so that the next read refreshes.
  if (stored === trx.catalogue.version) trx.catalogue.version = stored + 1;
}

/** Counts the writes of entities: 0 if there were none. */
export async function entitiesVersion(db: Pick<DbContext, 'db'>): Promise<number> {
  return (await findOne(db, 'facts', { name: VERSION_NAME }))?.value ?? 0;
}

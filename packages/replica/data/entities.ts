import { remove } from '@tallyboard/database/query.ts';
import { bumpCatalogue, type Catalogue, writeEntities } from './catalogue.ts';
import type { StoreContext } from './context.ts';
import type { Entity, EntityKind, StoredEntity } from './entity.ts';
import type { WriteContext } from './segment-changes.ts';
import { asNumber, asObject, asText } from './shapes.ts';

/** Entities of the site, cached in memory: cheap to call often. */
export function catalogueStore({ catalogue, write, refresh }: StoreContext) {
  const read = async (): Promise<Pick<Catalogue, 'all' | 'get' | 'named'>> => {
    await refresh();
    return catalogue;
  };
  return {
    /** The catalogue, reread if another process has changed it. */
    read,
    /** By position, then name. */
    all: async (kind: EntityKind): Promise<Entity[]> => [...(await read()).all(kind)],
    get: async (kind: EntityKind, id: string): Promise<Entity | null> =>
      (await read()).get(kind, id) ?? null,
    /** Replaces an entity; with `id` null it gets the next free number. */
    save: (kind: EntityKind, id: string | null, document: Record<string, unknown>) =>
      write((trx): Promise<Entity> => saveEntity(trx, kind, id, document)),
    delete: (kind: EntityKind, id: string) => write(trx => deleteEntity(trx, kind, id)),
    /** The site: its current user, title, default zone and configuration. */
    site: async (): Promise<Record<string, unknown>> =>
      (await read()).get('site', 'site')?.document ?? {},
  };
}

const hasNumericId = (kind: EntityKind) => kind === 'board' || kind === 'sprint';

/** The entity of Jira's document; missing members are taken from the known one. */
export function entityOf(
  kind: EntityKind,
  id: string,
  document: Record<string, unknown>,
  known: StoredEntity | undefined,
  { size, source = '' }: { size: number; source?: string },
): StoredEntity {
  const hasId = kind !== 'user' && kind !== 'group' && kind !== 'site';
  return {
    kind,
    id,
    name:
      asText(kind === 'user' ? document.displayName : document.name) ?? asText(document.key) ?? id,
    projectId:
      asText(document.projectId) ??
      asText(asObject(asObject(document.scope)?.project)?.id) ??
      known?.projectId ??
      null,
    position:
      asNumber(document.sequence) ??
      (known?.implied === false ? known.position : hasNumericId(kind) ? Number(id) : size),
    implied: false,
    source: known?.source ?? source,
    document: hasId ? { ...document, id: hasNumericId(kind) ? Number(id) : id } : document,
  };
}

export async function saveEntity(
  trx: WriteContext,
  kind: EntityKind,
  givenId: string | null,
  document: Record<string, unknown>,
): Promise<StoredEntity> {
  const { catalogue } = trx;
  const id = givenId ?? catalogue.nextId(kind, hasNumericId(kind) ? 1 : 10_000);
  const known = catalogue.get(kind, id);
  const entity = entityOf(kind, id, document, known, { size: catalogue.size(kind) });
  catalogue.put(entity);
  await writeEntities(trx, [entity]);
  return entity;
}

export async function deleteEntity(trx: WriteContext, kind: EntityKind, id: string): Promise<void> {
  const known = trx.catalogue.get(kind, id);
  if (known) trx.changes.entity(kind, id, known, null);
  trx.catalogue.remove(kind, id);
  await remove(trx, 'entities', { kind, id });
  await bumpCatalogue(trx);
}

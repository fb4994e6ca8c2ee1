import type { Kysely } from 'kysely';
import { bumpCatalogue, type Catalogue, type StoredEntity, writeEntities } from './catalogue.ts';
import type { StoreContext } from './context.ts';
import type { Entity, EntityKind } from './entity.ts';
import type { Database } from './schema.ts';
import { asNumber, asObject, asText } from './shapes.ts';

export type CatalogueStore = ReturnType<typeof catalogueStore>;

/** Entities of the site, cached in memory: cheap to call often. */
export function catalogueStore({ catalogue, write, refresh }: StoreContext) {
  return {
    /** By position, then name. */
    async all(kind: EntityKind): Promise<Entity[]> {
      await refresh();
      return [...catalogue.all(kind)];
    },
    async get(kind: EntityKind, id: string): Promise<Entity | null> {
      await refresh();
      return catalogue.get(kind, id) ?? null;
    },
    /** Replaces an entity; with `id` null it gets the next free number. */
    save: (kind: EntityKind, id: string | null, document: Record<string, unknown>) =>
      write((trx): Promise<Entity> => saveEntity(trx, catalogue, kind, id, document)),
    delete: (kind: EntityKind, id: string) => write(trx => deleteEntity(trx, catalogue, kind, id)),
    /** The site: its current user, title, default zone and configuration. */
    async site(): Promise<Record<string, unknown>> {
      await refresh();
      return catalogue.get('site', 'site')?.document ?? {};
    },
  };
}

export async function saveEntity(
  trx: Kysely<Database>,
  catalogue: Catalogue,
  kind: EntityKind,
  givenId: string | null,
  document: Record<string, unknown>,
): Promise<StoredEntity> {
  const numeric = kind === 'board' || kind === 'sprint';
  const id = givenId ?? catalogue.nextId(kind, numeric ? 1 : 10_000);
  const known = catalogue.get(kind, id);
  const projectId =
    asText(document.projectId) ?? asText(asObject(asObject(document.scope)?.project)?.id);
  const entity: StoredEntity = {
    kind,
    id,
    name: asText(kind === 'user' ? document.displayName : document.name) ?? id,
    projectId: projectId ?? known?.projectId ?? null,
    position:
      asNumber(document.sequence) ??
      known?.position ??
      (numeric ? Number(id) : catalogue.size(kind)),
    implied: false,
    source: known?.source ?? '',
    document:
      kind === 'user' || kind === 'site'
        ? document
        : { ...document, id: numeric ? Number(id) : id },
  };
  catalogue.put(entity);
  await writeEntities(trx, catalogue, [entity]);
  return entity;
}

export async function deleteEntity(
  trx: Kysely<Database>,
  catalogue: Catalogue,
  kind: EntityKind,
  id: string,
): Promise<void> {
  catalogue.remove(kind, id);
  await trx.deleteFrom('entities').where('kind', '=', kind).where('id', '=', id).execute();
  await bumpCatalogue(trx, catalogue);
}

import { type RawBuilder, sql } from 'kysely';
import type { Catalogue } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { dataRevision } from '../revision.ts';
import type { Engine } from '../tables.ts';
import type { Visibility } from './grants.ts';
import { KINDS_OF_ISSUES } from './reader-catalogue.ts';

/** What may be hidden in the issues of a store, at a revision of the data. */
interface Hideable {
  readonly revision: number;
  readonly projects: readonly string[];
  /** As in `Visibility`. */
  readonly levels: readonly string[];
  readonly restrictions: readonly string[];
}

const hideable = new WeakMap<Engine, Hideable>();

/** Read once for a revision. */
async function readHideable({ engine, db }: StoreContext): Promise<Hideable> {
  const revision = await dataRevision({ db });
  const known = hideable.get(engine);
  if (known?.revision === revision) return known;
  const list = async (query: RawBuilder<{ name: string }>) =>
    (await query.execute(db)).rows.map(({ name }) => name);
  const found: Hideable = {
    revision,
    projects: await list(distinctProjects),
    levels: await list(sql`select distinct project_id || '/' || security_id as name from issues
      where security_id is not null`),
    restrictions: await list(sql`select distinct visibility as name from worklogs
      where visibility is not null`),
  };
  hideable.set(engine, found);
  return found;
}

/** The projects of issues. Looks up each next one in the index: PostgreSQL reads all issues for DISTINCT. */
const distinctProjects = sql<{ name: string }>`
  with recursive found (name) as (
    select min(project_id) from issues
    union all
    select (select min(project_id) from issues where project_id > found.name)
    from found where found.name is not null
  )
  select name from found where name is not null`;

/** Whether schemes that could hide issues or worklogs from a reader hide none, and no entity that issues name. */
export async function seesAllStored(
  context: StoreContext,
  { projects, levels, issues, levelled }: Visibility,
  restrictions: readonly string[],
  own: Catalogue,
): Promise<boolean> {
  if (issues || KINDS_OF_ISSUES.some(kind => own.size(kind) < context.catalogue.size(kind)))
    return false;
  const stored = await readHideable(context);
  if (levelled && stored.levels.length > 0) return false;
  const allowed = new Set(restrictions);
  return (
    stored.projects.every(id => projects.get(id) === true) &&
    (levels === null || stored.levels.every(level => levels.get(level) === true)) &&
    stored.restrictions.every(restriction => allowed.has(restriction))
  );
}

import { type RawBuilder, sql } from 'kysely';
import { Catalogue, type StoredEntity } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { type Engine, idNumbers } from '../engine.ts';
import type { EntityKind } from '../entity.ts';
import { dataRevision } from '../revision.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';
import { hasRow, ofIssue } from '../shards.ts';
import { fold } from '../words.ts';
import { type Access, Grants, userIdOf, type Visibility } from './grants.ts';

type Condition = RawBuilder<boolean>;

/** Kinds that belong to a project, and so are hidden with it. */
const KINDS_OF_PROJECTS: ReadonlySet<EntityKind> = new Set([
  'project',
  'version',
  'component',
  'status',
  'issueType',
  'field',
  'board',
  'sprint',
  'filter',
]);

/** What is granted to a reader, and what he may see; null: everything. */
type View = () => { grants: Grants; visibility: Visibility | null };

/** The catalogue as a reader sees it. */
class ReaderCatalogue extends Catalogue {
  readonly #all: Catalogue;
  readonly #view: View;

  constructor(all: Catalogue, view: View) {
    super();
    this.#all = all;
    this.#view = view;
  }

  override get(kind: EntityKind, id: string): StoredEntity | undefined {
    const entity = this.#all.get(kind, id);
    return entity && this.#filter(kind, [entity])[0];
  }

  override named(kind: EntityKind, name: string): readonly StoredEntity[] {
    return this.#filter(kind, this.#all.named(kind, name));
  }

  override all(kind: EntityKind): readonly StoredEntity[] {
    return this.#filter(kind, this.#all.all(kind));
  }

  override size(kind: EntityKind): number {
    return this.all(kind).length;
  }

  #filter(kind: EntityKind, entities: readonly StoredEntity[]): readonly StoredEntity[] {
    if (!KINDS_OF_PROJECTS.has(kind)) return entities;
    const { grants, visibility } = this.#view();
    if (!visibility) return entities;
    return entities.filter(entity => this.#sees(entity, visibility.projects, grants));
  }

  #sees(entity: StoredEntity, projects: ReadonlyMap<string, Access>, grants: Grants): boolean {
    const { kind, id, projectId, document } = entity;
    const seesProject = (of: string | null) => of === null || projects.has(of);
    switch (kind) {
      case 'project':
        return projects.has(id);
      case 'board':
        return seesProject(projectOfBoard(document));
      case 'sprint': {
        const board = this.#all.get('board', String(document.originBoardId));
        return !board || seesProject(projectOfBoard(board.document));
      }
      case 'filter':
        return seesFilter(document, projects, grants);
      default:
        return seesProject(projectId);
    }
  }
}

/** Those of them that the issues of reports name. */
const KINDS_OF_ISSUES: readonly EntityKind[] = [...KINDS_OF_PROJECTS].filter(
  kind => kind !== 'filter' && kind !== 'board',
);

/** A filter without shares is private; one whose shares are unknown is visible. */
function seesFilter(
  { owner, sharePermissions }: JsonObject,
  projects: ReadonlyMap<string, Access>,
  grants: Grants,
): boolean {
  const { userId, groups } = grants;
  const isMine = (user: unknown) => userId !== null && userIdOf(user) === userId;
  if (!Array.isArray(sharePermissions) || isMine(owner)) return true;
  return asObjects(sharePermissions).some(share => {
    const [project, role, group] = [share.project, share.role, share.group].map(asObject);
    const projectId = asText(project?.id);
    if (projectId !== null) {
      const roleId = asText(role?.id);
      return projects.has(projectId) && (roleId === null || grants.hasRole([roleId], projectId));
    }
    const names = [asText(group?.name), asText(group?.groupId)];
    if (group) return names.some(name => name !== null && groups.has(fold(name)));
    if (share.user) return isMine(share.user);
    return share.type === 'global' || userId !== null;
  });
}

function projectOfBoard(board: JsonObject): string | null {
  const location = asObject(board.location);
  return (
    asText(location?.projectId) ?? asText(asObject(asObject(board.configuration)?.location)?.id)
  );
}

/**
 * The store's context for a reader. `known` replaces what the site's schemes say, e.g. because the mirrored Jira was
 * asked.
 */
export function readerContext(
  context: StoreContext,
  userId: string | null,
  known?: Visibility,
): StoreContext {
  const { engine, catalogue } = context;
  const read = () => {
    const grants = new Grants(catalogue, known?.rolesUnknown ? null : userId);
    const visibility = known ?? grants.visibility();
    return { version: catalogue.version, grants, visibility, restrictions: grants.restrictions() };
  };
  let current: ReturnType<typeof read> | null = null;
  const view = () => {
    if (current?.version !== catalogue.version) current = read();
    return current;
  };
  const own = new ReaderCatalogue(catalogue, view);
  return {
    ...context,
    catalogue: own,
    // For rows that the reader may not see they would be told that there are none.
    watchers: new Set(),
    grants: () => view().grants,
    visible(alias = 'issues') {
      const { grants, visibility } = view();
      if (!visibility) return null;
      const isSeen = conditionsOf(engine, grants, alias);
      const project = sql.ref(`${alias}.project_id`);
      const level = sql.ref(`${alias}.security_id`);
      const { projects, levels, issues, levelled } = visibility;
      const isSelective = projects.size < context.catalogue.size('project') * SELECTIVE_PART;
      const isOneOf = (ids: readonly string[]) =>
        engine.idIn(sql.ref(`${alias}.id`), idNumbers(ids));
      const conditions = [isSeen(isSelective ? project : engine.withoutIndex(project), projects)];
      if (issues) conditions.push(isOneOf(issues));
      const ofLevels = [];
      if (levels) ofLevels.push(isSeen(sql`(${project} || '/' || ${level})`, levels));
      if (levelled) ofLevels.push(isOneOf(levelled));
      if (ofLevels.length > 0)
        conditions.push(sql`(${level} is null or (${sql.join(ofLevels, sql` and `)}))`);
      return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    },
    restrictions: () => (view().visibility ? view().restrictions : null),
    async seesAll() {
      const { visibility, restrictions } = view();
      return visibility === null || seesWhole(context, visibility, restrictions, own);
    },
  };
}

/** For readers of a greater part of the projects the index by project is slower. */
const SELECTIVE_PART = 0.25;

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
async function seesWhole(
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

/** Issues of `alias` to which a map gives access by the value of a column. */
export function conditionsOf(engine: Engine, grants: Grants, alias: string) {
  const names = [grants.userId, ...grants.groups].filter(name => name !== null);
  const holds = (field: string): Condition =>
    field === 'reporter' || field === 'assignee'
      ? sql<boolean>`${sql.ref(`${alias}.${field}`)} = ${grants.userId}`
      : hasRow(
          { engine },
          'issue_values',
          'named',
          sql`named.field = ${field} and ${engine.idIn(sql.ref('named.value'), names)}`,
          alias,
        );
  return (column: RawBuilder<unknown>, access: ReadonlyMap<string, Access>): Condition => {
    const byFields = Map.groupBy(access, ([, fields]) => (fields === true ? '' : fields.join(' ')));
    const parts = [...byFields].map(([fields, entries]) => {
      const ids = engine.idIn(
        column,
        entries.map(([id]) => id),
      );
      if (fields === '') return ids;
      return sql<boolean>`(${ids} and (${sql.join(fields.split(' ').map(holds), sql` or `)}))`;
    });
    return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`1 = 0`;
  };
}

/** Whether the reader may see the issue of a row of a table or alias. */
export function ofVisibleIssues(
  { engine, visible }: Pick<StoreContext, 'engine' | 'visible'>,
  rows: string,
): Condition {
  const condition = visible();
  return condition
    ? sql<boolean>`exists (select 1 from issues
        where ${ofIssue({ engine }, rows)} and ${condition})`
    : sql<boolean>`1 = 1`;
}

/** Whether the reader may see the rows of `worklogs` or `texts`, in issues that he sees. */
export function isUnrestricted(
  { engine, restrictions }: Pick<StoreContext, 'engine' | 'restrictions'>,
  alias: string,
): Condition {
  const allowed = restrictions();
  const column = sql.ref(`${alias}.visibility`);
  return allowed
    ? sql<boolean>`(${column} is null or ${engine.idIn(column, allowed)})`
    : sql<boolean>`1 = 1`;
}

/** The issue keys that occur as texts in JSON. */
export const keysIn = (json: string): ReadonlySet<string> =>
  new Set(json.match(/(?<=")[A-Z][A-Z0-9_]*-\d+(?=")/g));

/** Tells which of the issue keys that occur as texts in a value are those of hidden issues. */
export async function hiddenKeys(
  { engine, db, visible }: StoreContext,
  value: unknown,
): Promise<(key: unknown) => boolean> {
  const condition = visible();
  const keys = keysIn(JSON.stringify(value));
  if (!condition || keys.size === 0) return () => false;
  // The key of a deleted issue hides nothing.
  const { rows } = await sql<{ key: string }>`select issues.key as key from issues
    where ${engine.idIn(sql.ref('issues.key'), [...keys])}
    and case when ${condition} then 0 else 1 end = 1`.execute(db);
  const hidden = new Set(rows.map(row => row.key));
  return key => typeof key === 'string' && hidden.has(key);
}

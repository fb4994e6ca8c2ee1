import { createHash } from 'node:crypto';
import { idNumbers } from '@tallyboard/database/engine.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { dataRevision } from '../revision.ts';
import type { Engine } from '../tables.ts';
import { seesAllStored } from './extent.ts';
import { type Access, type Extent, Grants, type Visibility } from './grants.ts';
import { ReaderCatalogue } from './reader-catalogue.ts';

type Condition = RawBuilder<boolean>;

/** In place of what the site's schemes grant: what the mirrored Jira said, or 'stored' for all stored issues. */
export type KnownVisibility = Visibility | 'stored';

/** The store's context for a reader. */
export function readerContext(
  context: StoreContext,
  userId: string | null,
  known?: KnownVisibility,
): StoreContext {
  if (known === 'stored') return storedContext(context);
  const { catalogue } = context;
  const read = () => {
    const grants = new Grants(catalogue, userId, known);
    const visibility = known ?? grants.visibility();
    return { version: catalogue.version, grants, visibility, restrictions: grants.restrictions() };
  };
  let current: ReturnType<typeof read> | null = null;
  const view = () => {
    if (current?.version !== catalogue.version) current = read();
    return current;
  };
  const own = new ReaderCatalogue(catalogue, view);
  const reader: StoreContext = {
    ...context,
    catalogue: own,
    // For rows that the reader may not see they would be told that there are none.
    watchers: new Set(),
    async refresh() {
      await context.refresh();
      own.sprintsOfIssues = view().visibility ? await findSprintsOfIssues(reader, own) : new Set();
    },
    grants: () => view().grants,
    visible(alias = 'issues') {
      const { grants, visibility } = view();
      return visibility && isVisible(context, visibility, grants, alias);
    },
    restrictions: () => (view().visibility ? view().restrictions : null),
    async extent(): Promise<Extent> {
      const { visibility, restrictions } = view();
      if (visibility === null) return 'everything';
      const isWhole = await seesAllStored(context, visibility, restrictions, own);
      return isWhole ? 'stored' : 'part';
    },
  };
  return reader;
}

/** The context of all who see all that is stored. */
const storedContext = (context: StoreContext): StoreContext => ({
  ...context,
  visible: () => sql<boolean>`1 = 1`,
  extent: async () => 'stored',
});

/** Condition on a row of `alias`. */
function isVisible(
  { engine, catalogue }: StoreContext,
  { projects, levels, issues, levelled }: Visibility,
  grants: Grants,
  alias: string,
): Condition {
  const isSeen = conditionsOf(engine, grants, alias);
  const project = sql.ref(`${alias}.project_id`);
  const level = sql.ref(`${alias}.security_id`);
  const isSelective = projects.size < catalogue.size('project') * SELECTIVE_PART;
  const isOneOf = (ids: readonly string[]) => engine.idIn(sql.ref(`${alias}.id`), idNumbers(ids));
  const conditions = [isSeen(isSelective ? project : engine.withoutIndex(project), projects)];
  if (issues) conditions.push(isOneOf(issues));
  const ofLevels = [];
  if (levels) ofLevels.push(isSeen(sql`(${project} || '/' || ${level})`, levels));
  if (levelled) ofLevels.push(isOneOf(levelled));
  if (ofLevels.length > 0)
    conditions.push(sql`(${level} is null or (${sql.join(ofLevels, sql` and `)}))`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** For readers of a greater part of the projects the index by project is slower. */
const SELECTIVE_PART = 0.25;

/** A text that changes with the issues that the reader may see. */
export const rightsOf = ({ db, visible }: Pick<StoreContext, 'db' | 'visible'>): string => {
  const seen = visible()?.compile(db);
  return createHash('sha256')
    .update(JSON.stringify([seen?.sql, seen?.parameters]))
    .digest('base64url');
};

/** The sprints of visible issues by the rights of readers, at a revision of the data: 7 ms for 30,000 issues, several times in a call. */
const sprintsOfIssues = new WeakMap<
  Engine,
  { readonly revision: number; readonly byRights: Map<string, ReadonlySet<string>> }
>();

/** Jira shows a sprint to whoever may see its board or an issue in it: these are of the second kind. */
async function findSprintsOfIssues(
  context: StoreContext,
  own: ReaderCatalogue,
): Promise<ReadonlySet<string>> {
  const { engine, db } = context;
  const ids = own.sprintsOfHiddenBoards();
  if (ids.length === 0) return new Set();
  const revision = await dataRevision({ db });
  let known = sprintsOfIssues.get(engine);
  if (known?.revision !== revision) {
    known = { revision, byRights: new Map() };
    sprintsOfIssues.set(engine, known);
  }
  const rights = `${rightsOf(context)} ${ids.join()}`;
  const found = known.byRights.get(rights);
  if (found) return found;
  const { rows } = await sql<{ id: string }>`
    select distinct v.value as id from issue_values v
    where v.field = 'sprint' and ${engine.idIn(sql.ref('v.value'), ids)}
      and ${ofVisibleIssues(context, 'v')}`.execute(db);
  const sprints = new Set(rows.map(({ id }) => id));
  known.byRights.set(rights, sprints);
  return sprints;
}

/** Issues of `alias` to which a map gives access by the value of a column. */
export function conditionsOf(engine: Engine, grants: Grants, alias: string) {
  const { userId, groups } = grants;
  const holds = (access: string): Condition => {
    if (access === 'reporter' || access === 'assignee')
      return sql<boolean>`${sql.ref(`${alias}.${access}`)} = ${userId}`;
    const [kind, field] = access.split(' ');
    const names = kind === 'group' ? [...groups] : [userId ?? ''];
    return sql<boolean>`${sql.ref(`${alias}.id`)} in (select named.issue_id from issue_values as named
      where named.field = ${field} and ${engine.idIn(sql.ref('named.value'), names)})`;
  };
  return (column: RawBuilder<unknown>, access: ReadonlyMap<string, Access>): Condition => {
    const byFields = Map.groupBy(access, ([, fields]) =>
      fields === true ? '' : fields.join('\n'),
    );
    const parts = [...byFields].map(([fields, entries]) => {
      const ids = engine.idIn(
        column,
        entries.map(([id]) => id),
      );
      if (fields === '') return ids;
      return sql<boolean>`(${ids} and (${sql.join(fields.split('\n').map(holds), sql` or `)}))`;
    });
    return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`1 = 0`;
  };
}

/** Whether the reader may see the issue of a row of a table or alias. */
export function ofVisibleIssues(
  { visible }: Pick<StoreContext, 'visible'>,
  rows: string,
): Condition {
  const condition = visible();
  return condition
    ? sql<boolean>`exists (select 1 from issues
        where ${sql.ref(`${rows}.issue_id`)} = issues.id and ${condition})`
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

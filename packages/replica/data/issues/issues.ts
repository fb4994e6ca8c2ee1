import { idNumbers } from '@tallyboard/database/engine.ts';
import { find } from '@tallyboard/database/query.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { sql } from 'kysely';
import { restrictionOf } from '../access/grants.ts';
import { hiddenIssues, isShownValue, issuesFormerly } from '../access/hidden-issues.ts';
import { issuesInField } from '../access/named-issues.ts';
import { isUnrestricted, ofVisibleIssues } from '../access/reader.ts';
import type { StoreContext } from '../context.ts';
import { asNumber, asObject, asObjects } from '../shapes.ts';
import type { IssueDocument } from './issue-document.ts';
import { deleteIssues } from './issue-rows.ts';
import { readDocuments } from './read-documents.ts';

/** Counts of issues. */
export interface Gaps {
  issues: number;
  noHistory: number;
  partOfHistory: number;
  /** Time was spent, but no worklogs were received. */
  noWorklogs: number;
  partOfWorklogs: number;
  noResolutionDate: number;
  noStatusCategory: number;
}

export function issueStore(context: StoreContext) {
  const { engine, db, catalogue, write, refresh, visible } = context;
  const isVisible = () => visible() ?? sql<boolean>`1 = 1`;
  const store = {
    /** Issues in the order of `ids`; unknown ones are left out. */
    async documents(ids: readonly string[]): Promise<IssueDocument[]> {
      await refresh();
      const seen = visible() ? (await store.ids(ids)).filter(id => id !== null) : ids;
      return withoutHidden(context, await readDocuments(context, seen));
    },

    /** Ids in the given order, null where there is no such issue. Keys, also of before a move, are case-insensitive. */
    async ids(idsOrKeys: readonly string[]): Promise<(string | null)[]> {
      const keys = idsOrKeys.map(name => name.toUpperCase());
      await refresh();
      const numbers = idNumbers(idsOrKeys);
      const isId = engine.idIn('id', numbers);
      const areIds = numbers.length === keys.length;
      const isNamed = areIds ? isId : sql`(${engine.idIn('key', keys)} or ${isId})`;
      const rows = await db
        .selectFrom('issues')
        .select(['id', 'key'])
        .where(sql<boolean>`${isNamed} and ${isVisible()}`)
        .execute();
      const byName = new Map(
        rows.flatMap(({ id, key }) => [key, String(id)].map(name => [name, String(id)] as const)),
      );
      const unknown = keys.filter(key => !byName.has(key) && key.includes('-'));
      for (const { key, id } of await issuesFormerly(context, unknown)) byName.set(key, String(id));
      return keys.map(key => byName.get(key) ?? null);
    },

    async byKeyOrId(idOrKey: string): Promise<IssueDocument | null> {
      const [id] = await store.ids([idOrKey]);
      const [document] = await store.documents(id ? [id] : []);
      return document ?? null;
    },

    async count(projectId?: string): Promise<number> {
      await refresh();
      const inProject = projectId === undefined ? sql`` : sql`and project_id = ${projectId}`;
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from issues where ${isVisible()} ${inProject}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** Pairs of issue type and status that a project uses. */
    async statuses(projectId: string) {
      await refresh();
      const { rows } = await sql<{ typeId: string | null; statusId: string | null }>`
        select distinct type_id as "typeId", status_id as "statusId" from issues
        where project_id = ${projectId} and ${isVisible()}`.execute(db);
      return rows;
    },

    async labels(): Promise<string[]> {
      await refresh();
      return readLabels(context);
    },

    /** Counts of visible issues that lack data of reports. */
    async gaps(): Promise<Gaps> {
      await refresh();
      const unknown = catalogue
        .all('status')
        .filter(({ document }) => !asObject(document.statusCategory))
        .map(({ id }) => id);
      const isUnknown = unknown.length > 0 ? engine.idIn('status_id', unknown) : sql`1 = 0`;
      const { rows } = await sql<Record<keyof Gaps, number | null>>`
        select count(*) as "issues",
          sum(case when history_total is null and history_count = 0 then 1 else 0 end) as "noHistory",
          sum(case when history_count > 0 and history_total is null or history_count < history_total then 1 else 0 end) as "partOfHistory",
          sum(case when worklog_total is null and worklog_count = 0 then 1 else 0 end) as "noWorklogs",
          sum(case when worklog_count > 0 and worklog_total is null or worklog_count < worklog_total then 1 else 0 end) as "partOfWorklogs",
          sum(case when resolution_id is not null and resolved is null then 1 else 0 end) as "noResolutionDate",
          sum(case when ${isUnknown} then 1 else 0 end) as "noStatusCategory"
        from issues where ${isVisible()}`.execute(db);
      const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, count ?? 0]);
      return Object.fromEntries(counts);
    },

    /** Deletes issues with their histories and worklogs. Unknown keys are ignored; returns the number deleted. */
    delete: (keys: string[]) => write(trx => deleteIssues(trx, keys)),
  };
  return store;
}

/** Labels that start with a folded prefix, sorted. */
const readLabels = (context: StoreContext, prefix?: string, limit?: number) =>
  readSpellings(context, ['labels'], prefix, limit);

/** Values of fields that start with a folded prefix, sorted, each as the first issue spells it that the reader sees. */
export async function readSpellings(
  context: StoreContext,
  fields: readonly string[],
  prefix = '',
  limit = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const { engine, db } = context;
  const { rows } = await sql<{ text: string; id: number }>`
    select value as text, min(issue_id) as id from issue_values
    where ${engine.idIn('field', fields)} and value >= ${prefix} and ${ofVisibleIssues(context, 'issue_values')}
      and ${isShownValue(context, 'issue_values', fields) ?? sql`1 = 1`}
      and substr(value, 1, ${[...prefix].length}) = ${prefix}
    group by value order by value limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const issues = await find(context, 'issue_documents', engine.idIn(sql.ref('issue_id'), ids));
  const spellings = new Map(
    issues.map(({ issue_id, document }) => {
      const values = JSON.parse(document) as Record<string, unknown>;
      return [issue_id, fields.flatMap(field => textsIn(values[field]))] as const;
    }),
  );
  return rows.map(({ text, id }) => spellings.get(id)?.find(each => fold(each) === text) ?? text);
}

/** The texts within a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Removes references to hidden issues (parents, sub-tasks, links and epics), hidden fields and hidden comments. */
async function withoutHidden(
  context: StoreContext,
  documents: IssueDocument[],
): Promise<IssueDocument[]> {
  if (!context.visible()) return documents;
  const { site } = context;
  const named = documents.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([id, value]) => issuesInField(site, id, value)),
  );
  const isHidden = await hiddenIssues(context, named);
  const hiddenFields = site
    .all('field')
    .filter(({ id }) => context.catalogue.get('field', id) === undefined);
  await removeRestricted(context, documents);
  for (const { fields } of documents) {
    for (const { id } of hiddenFields) delete fields[id];
    for (const [id, value] of Object.entries(fields)) {
      if (!issuesInField(site, id, value).some(isHidden)) continue;
      if (id === 'parent') delete fields.parent;
      else fields[id] = withoutIssues(site, id, value, isHidden);
    }
  }
  return documents;
}

/** Items of a list that name no hidden issues, where the list is one of links, issues or keys; else null. */
function withoutIssues(
  site: StoreContext['site'],
  id: string,
  value: unknown,
  isHidden: (name: string) => boolean,
): unknown[] | null {
  if (!Array.isArray(value)) return null;
  const isOfIssues =
    id === 'issuelinks' || id === 'subtasks' || value.every(item => typeof item === 'string');
  if (!isOfIssues) return null;
  const shown = value.filter(item => !issuesInField(site, id, item).some(isHidden));
  return shown.length > 0 || !id.startsWith('customfield_') ? shown : null;
}

/** Removes comments that the reader may not see, and subtracts hidden worklogs from the counts. */
async function removeRestricted(context: StoreContext, documents: IssueDocument[]): Promise<void> {
  const { db, engine } = context;
  const allowed = new Set<string | null>(context.restrictions()).add(null);
  const isOfThese = engine.idIn('issue_id', idNumbers(documents.map(({ id }) => id)));
  const { rows } = await sql<{ id: number; count: number }>`
    select issue_id as id, count(*) as count from worklogs
    where ${isOfThese} and not ${isUnrestricted(context, 'worklogs')} group by issue_id`.execute(
    db,
  );
  const hiddenWorklogs = new Map(rows.map(({ id, count }) => [String(id), Number(count)]));
  for (const issue of documents) {
    const count = hiddenWorklogs.get(issue.id) ?? 0;
    issue.worklogCount -= count;
    if (issue.worklogTotal !== null) issue.worklogTotal -= count;
    const field = asObject(issue.fields.comment);
    const all = asObjects(field?.comments);
    const comments = all.filter(each => allowed.has(restrictionOf(each, issue.projectId)));
    const less = (number: unknown) =>
      (asNumber(number) ?? all.length) - all.length + comments.length;
    if (comments.length === all.length) continue;
    const [total, maxResults] = [less(field?.total), less(field?.maxResults)];
    issue.fields.comment = { ...field, comments, total, maxResults };
  }
}

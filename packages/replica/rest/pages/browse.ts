import type { Entity } from '../../data/entity.ts';
import type {
  IssueDocument,
  StoredHistory,
  StoredWorklog,
} from '../../data/issues/issue-document.ts';
import { formatDuration } from '../duration.ts';
import { type Html, html } from '../shape/html.ts';
import { htmlFromRichText } from '../shape/rich-text.ts';
import {
  formatElapsed,
  formatInstant,
  formatValue,
  parseInstant,
  resolutionName,
} from './format.ts';
import {
  icon,
  issueLink,
  type Page,
  type PageCall,
  section,
  statusLozenge,
  table,
} from './layout.ts';

type Fields = Record<string, unknown>;

/** `/browse/KEY`: one issue with its history. */
export async function browsePage(call: PageCall): Promise<Page> {
  const { key = '' } = call.params;
  const issue = call.caller.userId ? await call.store.issues.byKeyOrId(key) : null;
  if (!issue) {
    const body = html`<h1>Issue not found</h1>
<p>${key} does not exist or you do not have permission to see it.</p>`;
    return { title: 'Issue not found - Jira', body, status: 404 };
  }
  const [{ items: histories }, { items: worklogs }, known] = await Promise.all([
    call.store.histories.page({ issueIds: [issue.id] }),
    call.store.worklogs.page({ issueId: issue.id }),
    call.store.catalogue.all('field'),
  ]);
  const { fields } = issue;
  const { zone } = call.caller;
  const summary = String(fields.summary ?? '');
  const body = html`${breadcrumb(issue)}
<h1>${summary}</h1>
<div class="issue">
<div>
${section('Description', fields.description ? htmlFromRichText(fields.description) : html`<p class="quiet">No description.</p>`)}
${subtasks(fields)}${links(fields)}
${statusHistory(fields, histories, zone)}${allChanges(histories, zone)}
${workLog(worklogs, zone)}${comments(fields, zone)}
</div>
<aside aria-label="Details"><p>${statusLozenge(fields.status)}</p>${details(fields, known, zone)}</aside>
</div>`;
  return { title: `[${issue.key}] ${summary} - Jira`, body };
}

function breadcrumb({ key, fields }: IssueDocument): Html {
  const project = fields.project as { key?: string; name?: string } | null;
  const parent = fields.parent as { key?: string } | null;
  const type = (fields.issuetype as { name?: string } | null)?.name;
  const jql = encodeURIComponent(`project = "${project?.key ?? ''}"`);
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>
${project && html`<li><a href="/issues/?jql=${jql}">${project.name ?? project.key}</a></li>`}
${parent?.key && html`<li>${issueLink(parent.key)}</li>`}
<li aria-current="page">${icon('issuetype', type)} ${type} ${key}</li>
</ol></nav>`;
}

interface IssueReference {
  key?: string;
  fields?: { summary?: string; status?: unknown };
}

interface IssueLink {
  type?: { inward?: string; outward?: string };
  inwardIssue?: IssueReference;
  outwardIssue?: IssueReference;
}

const referenceCells = ({ key, fields }: IssueReference) => [
  issueLink(key),
  fields?.summary,
  statusLozenge(fields?.status),
];

const listOf = <Item>(value: unknown): Item[] => (Array.isArray(value) ? value : []);

function subtasks(fields: Fields): Html | null {
  const rows = listOf<IssueReference>(fields.subtasks).map(referenceCells);
  if (rows.length === 0) return null;
  return section('Sub-tasks', table('Sub-tasks', ['Key', 'Summary', 'Status'], rows));
}

function links(fields: Fields): Html | null {
  const rows = listOf<IssueLink>(fields.issuelinks).map(({ type, inwardIssue, outwardIssue }) => [
    outwardIssue ? type?.outward : type?.inward,
    ...referenceCells(outwardIssue ?? inwardIssue ?? {}),
  ]);
  if (rows.length === 0) return null;
  const headings = ['Relation', 'Key', 'Summary', 'Status'];
  return section('Linked issues', table('Linked issues', headings, rows));
}

const nameOf = (author: unknown): string =>
  (author as { displayName?: string } | null)?.displayName ?? 'Someone';

function statusHistory({ created }: Fields, histories: StoredHistory[], zone: string): Html {
  let since = parseInstant(created);
  const rows = histories.flatMap(({ createdMs, author, items }) =>
    items
      .filter(({ field }) => field === 'status')
      .map(item => {
        const elapsed = formatElapsed(createdMs - since);
        since = createdMs;
        const to = item.toString as unknown as string | null;
        return [formatInstant(createdMs, zone), item.fromString, to, elapsed, nameOf(author)];
      }),
  );
  const headings = ['When', 'From', 'To', 'Time in status before', 'By'];
  return section(
    'Status history',
    rows.length > 0
      ? table('Status history', headings, rows)
      : html`<p class="quiet">The status has not changed since the issue was created.</p>`,
  );
}

function allChanges(histories: StoredHistory[], zone: string): Html | null {
  if (histories.length === 0) return null;
  const rows = histories
    .toReversed()
    .flatMap(({ createdMs, author, items }) =>
      items.map(item => [
        formatInstant(createdMs, zone),
        nameOf(author),
        item.field,
        item.fromString,
        item.toString as unknown as string | null,
      ]),
    );
  const changes = table('Changes', ['When', 'By', 'Field', 'From', 'To'], rows);
  return html`<details><summary>All ${rows.length} changes</summary>${changes}</details>`;
}

function workLog(worklogs: StoredWorklog[], zone: string): Html | null {
  if (worklogs.length === 0) return null;
  const secondsOf = ({ document }: StoredWorklog) => Number(document.timeSpentSeconds ?? 0);
  const rows = worklogs.map(worklog => [
    formatInstant(worklog.startedMs, zone),
    nameOf(worklog.document.author),
    formatDuration(secondsOf(worklog)),
    htmlFromRichText(worklog.document.comment),
  ]);
  const total = worklogs.reduce((sum, worklog) => sum + secondsOf(worklog), 0);
  const headings = ['Started', 'Author', 'Time spent', 'Comment'];
  return section(`Work log (${formatDuration(total)})`, table('Work log', headings, rows));
}

interface Comment {
  author?: unknown;
  created?: string;
  body?: unknown;
}

function comments({ comment }: Fields, zone: string): Html | null {
  const list = (comment as { comments?: Comment[] } | null)?.comments ?? [];
  if (list.length === 0) return null;
  const items = list.map(
    ({ author, created, body }) =>
      html`<article><h3>${nameOf(author)}, ${formatInstant(created, zone)}</h3>${htmlFromRichText(body)}</article>`,
  );
  return section('Comments', html`${items}`);
}

/** Fields that the page shows elsewhere or a reader has no use for. */
const OMITTED = new Set(
  (
    'summary description status issuelinks subtasks comment worklog attachment project issuetype parent timetracking ' +
    'progress aggregateprogress watches votes workratio lastViewed statusCategory statuscategorychangedate'
  ).split(' '),
);
const FIRST = ['assignee', 'reporter', 'priority', 'resolution', 'created', 'updated', 'duedate'];

function details(fields: Fields, known: Entity[], zone: string): Html {
  const byId = new Map(known.map(field => [field.id, field]));
  const isRank = (id: string) =>
    (byId.get(id)?.document.schema as { custom?: string } | undefined)?.custom?.endsWith(
      ':gh-lexo-rank',
    );
  const ids = [...new Set([...FIRST, ...Object.keys(fields)])];
  const rows = ids
    .filter(id => !OMITTED.has(id) && !isRank(id))
    .map(id => ({ name: byId.get(id)?.name ?? id, value: fieldText(id, fields, zone) }))
    .filter(({ value }) => value !== null);
  return html`<dl>${rows.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function fieldText(id: string, fields: Fields, zone: string): Html | string | null {
  const value = fields[id];
  if (id === 'assignee' && !value) return 'Unassigned';
  if (id === 'resolution') return resolutionName(fields);
  if (/^(aggregate)?time(spent|estimate|originalestimate)$/.test(id))
    return typeof value === 'number' ? formatDuration(value) : null;
  if (id === 'created' || id === 'updated') return formatInstant(value, zone);
  return formatValue(value, zone);
}

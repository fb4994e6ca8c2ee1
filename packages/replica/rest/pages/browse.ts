import type { IssueDocument, StoredHistory } from '../../data/issues/issue-document.ts';
import type { StoredWorklog } from '../../data/issues/worklogs.ts';
import { asObject, asObjects, asText, type JsonObject } from '../../data/shapes.ts';
import type { Call } from '../api.ts';
import { formatDuration } from '../duration.ts';
import { customType } from '../shape/converter.ts';
import { type Html, html } from '../shape/html.ts';
import { htmlFromRichText } from '../shape/rich-text.ts';
import {
  formatElapsed,
  formatInstant,
  formatValue,
  parseInstant,
  personName,
  resolutionName,
} from './format.ts';
import { icon, issueLink, type Page, section, statusLozenge, table } from './layout.ts';

/** `/browse/KEY`: one issue with its history. */
export async function browsePage(call: Call): Promise<Page> {
  const { key = '' } = call.params;
  const issue = call.caller.userId ? await call.store.issues.byKeyOrId(key) : null;
  if (!issue) {
    const body = html`<h1>Issue not found</h1>
<p>${key} does not exist or you do not have permission to see it.</p>`;
    return { title: 'Issue not found - Jira', body, status: 404 };
  }
  const [{ items: histories }, { items: worklogs }] = await Promise.all([
    call.store.histories.page({ issueIds: [issue.id] }),
    call.store.worklogs.page({ issueId: issue.id }),
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
<aside aria-label="Details"><p>${statusLozenge(fields.status)}</p>${details(fields, call)}</aside>
</div>`;
  return { title: `[${issue.key}] ${summary} - Jira`, body };
}

function breadcrumb({ key, fields }: IssueDocument): Html {
  const project = asObject(fields.project);
  const parent = asText(asObject(fields.parent)?.key);
  const type = asText(asObject(fields.issuetype)?.name);
  const jql = encodeURIComponent(`project = "${asText(project?.key) ?? ''}"`);
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>
${project && html`<li><a href="/issues/?jql=${jql}">${asText(project.name ?? project.key)}</a></li>`}
${parent && html`<li>${issueLink(parent)}</li>`}
<li aria-current="page">${icon('issuetype', type)} ${type} ${key}</li>
</ol></nav>`;
}

/** A section with a table; nothing without rows. */
const tableSection = (title: string, headings: string[], rows: Parameters<typeof table>[2]) =>
  rows.length > 0 ? section(title, table(title, headings, rows)) : null;

function referenceCells(issue: unknown) {
  const { key, fields } = asObject(issue) ?? {};
  const { summary, status } = asObject(fields) ?? {};
  return [issueLink(key), asText(summary), statusLozenge(status)];
}

const subtasks = (fields: JsonObject) =>
  tableSection(
    'Sub-tasks',
    ['Key', 'Summary', 'Status'],
    asObjects(fields.subtasks).map(referenceCells),
  );

function links(fields: JsonObject): Html | null {
  const rows = asObjects(fields.issuelinks).map(({ type, inwardIssue, outwardIssue }) => [
    asText(asObject(type)?.[outwardIssue ? 'outward' : 'inward']),
    ...referenceCells(outwardIssue ?? inwardIssue),
  ]);
  return tableSection('Linked issues', ['Relation', 'Key', 'Summary', 'Status'], rows);
}

const nameOf = (author: unknown): string => personName(author, 'Someone');

function statusHistory({ created }: JsonObject, histories: StoredHistory[], zone: string): Html {
  let since = parseInstant(created);
  const rows = histories.flatMap(({ created: at, author, items }) =>
    items
      .filter(({ field }) => field === 'status')
      .map(item => {
        const changed = parseInstant(at);
        const elapsed = formatElapsed(changed - since);
        since = changed;
        const to = item.toString as unknown as string | null;
        return [formatInstant(changed, zone), item.fromString, to, elapsed, nameOf(author)];
      }),
  );
  const title = 'Status history';
  const none = html`<p class="quiet">The status has not changed since the issue was created.</p>`;
  const headings = ['When', 'From', 'To', 'Time in status before', 'By'];
  return tableSection(title, headings, rows) ?? section(title, none);
}

function allChanges(histories: StoredHistory[], zone: string): Html | null {
  if (histories.length === 0) return null;
  const rows = histories
    .toReversed()
    .flatMap(({ created, author, items }) =>
      items.map(item => [
        formatInstant(created, zone),
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

function comments({ comment }: JsonObject, zone: string): Html | null {
  const list = asObjects(asObject(comment)?.comments);
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

function details(fields: JsonObject, { caller, find }: Call): Html {
  const ids = [...new Set([...FIRST, ...Object.keys(fields)])];
  const rows = ids.flatMap(id => {
    const field = find('field', id);
    const isRank = field && customType(field).endsWith(':gh-lexo-rank');
    const value = OMITTED.has(id) || isRank ? null : fieldText(id, fields, caller.zone);
    return value === null ? [] : { name: field?.name ?? id, value };
  });
  return html`<dl>${rows.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function fieldText(id: string, fields: JsonObject, zone: string): Html | string | null {
  const value = fields[id];
  if (id === 'assignee' && !value) return 'Unassigned';
  if (id === 'resolution') return resolutionName(fields);
  if (/^(aggregate)?time(spent|estimate|originalestimate)$/.test(id))
    return typeof value === 'number' ? formatDuration(value) : null;
  if (id === 'created' || id === 'updated') return formatInstant(value, zone);
  return formatValue(value, zone);
}

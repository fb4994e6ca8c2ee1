import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { type Html, html } from '../shape/html.ts';
import { htmlFromRichText } from '../shape/rich-text.ts';
import { commentSection, historySection, worklogSection } from './browse-activity.ts';
import { formatDuration, formatInstant, formatValue, resolutionName } from './format.ts';
import { icon, issueLink, type Page, type PageCall, statusLozenge } from './layout.ts';

type Fields = Record<string, unknown>;

/** `/browse/KEY`: everything that is known of one issue. */
export async function browsePage(call: PageCall): Promise<Page> {
  const issue = call.caller.userId
    ? await call.store.issues.byKeyOrId(call.params.key ?? '')
    : null;
  if (!issue) return missingPage(call.params.key ?? '');
  const [{ items: histories }, { items: worklogs }, fields] = await Promise.all([
    call.store.histories.page({ issueIds: [issue.id] }),
    call.store.worklogs.page({ issueId: issue.id }),
    call.store.catalogue.all('field'),
  ]);
  const summary = String(issue.fields.summary ?? '');
  const body = html`${trail(issue)}
<h1>${summary}</h1>
<div class="issue">
<div>
${section('Description', issue.fields.description ? htmlFromRichText(issue.fields.description) : html`<p class="quiet">No description.</p>`)}
${subtaskSection(issue.fields)}
${linkSection(issue.fields)}
${historySection(issue, histories, call)}
${worklogSection(worklogs, call)}
${commentSection(issue.fields.comment, call)}
</div>
<aside aria-label="Details">${details(issue, fields, call)}</aside>
</div>`;
  return { title: `[${issue.key}] ${summary} - Jira`, body };
}

function missingPage(key: string): Page {
  const body = html`<h1>Issue not found</h1>
<p>${key} does not exist or you do not have permission to see it.</p>`;
  return { title: 'Issue not found - Jira', body, status: 404 };
}

export const section = (title: string, content: Html): Html =>
  html`<section><h2>${title}</h2>${content}</section>`;

function trail({ key, fields }: IssueDocument): Html {
  const project = fields.project as { key?: string; name?: string } | null;
  const parent = fields.parent as { key?: string } | null;
  const type = (fields.issuetype as { name?: string } | null)?.name;
  const projectJql = `project = "${project?.key ?? ''}"`;
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>
${project && html`<li><a href="/issues/?jql=${encodeURIComponent(projectJql)}">${project.name ?? project.key}</a></li>`}
${parent?.key && html`<li>${issueLink(parent.key)}</li>`}
<li aria-current="page">${icon('issuetype', type)} ${type} ${key}</li>
</ol></nav>`;
}

interface IssueReference {
  key?: string;
  fields?: { summary?: string; status?: unknown };
}

const referenceRow = (relation: string | null, reference: IssueReference): Html =>
  html`<tr>${relation !== null && html`<td>${relation}</td>`}<td>${issueLink(reference.key)}</td><td>${reference.fields?.summary}</td><td>${statusLozenge(reference.fields?.status)}</td></tr>`;

function subtaskSection(fields: Fields): Html | null {
  const subtasks = (fields.subtasks ?? []) as IssueReference[];
  if (!Array.isArray(subtasks) || subtasks.length === 0) return null;
  const rows = subtasks.map(subtask => referenceRow(null, subtask));
  return section('Sub-tasks', table(['Key', 'Summary', 'Status'], rows));
}

interface IssueLink {
  type?: { inward?: string; outward?: string };
  inwardIssue?: IssueReference;
  outwardIssue?: IssueReference;
}

function linkSection(fields: Fields): Html | null {
  const links = (fields.issuelinks ?? []) as IssueLink[];
  if (!Array.isArray(links) || links.length === 0) return null;
  const rows = links.map(({ type, inwardIssue, outwardIssue }) =>
    outwardIssue
      ? referenceRow(type?.outward ?? '', outwardIssue)
      : referenceRow(type?.inward ?? '', inwardIssue ?? {}),
  );
  return section('Linked issues', table(['Relation', 'Key', 'Summary', 'Status'], rows));
}

export function table(headings: string[], rows: Html[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${headings.join(', ')}"><table><thead><tr>${headings.map(heading => html`<th scope="col">${heading}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Shown elsewhere on the page, or of no use to a reader. */
const shownElsewhere = new Set([
  'summary',
  'description',
  'status',
  'issuelinks',
  'subtasks',
  'comment',
  'worklog',
  'attachment',
  'project',
  'issuetype',
  'parent',
  'timetracking',
  'progress',
  'aggregateprogress',
  'watches',
  'votes',
  'workratio',
  'lastViewed',
  'statusCategory',
  'statuscategorychangedate',
]);
const durations = /^(aggregate)?time(spent|estimate|originalestimate)$/;
const first = ['assignee', 'reporter', 'priority', 'resolution', 'created', 'updated', 'duedate'];

function details(issue: IssueDocument, fields: Entity[], call: PageCall): Html {
  const { zone } = call.caller;
  const known = new Map(fields.map(({ id, name, document }) => [id, { name, document }]));
  const ids = Object.keys(issue.fields).filter(id => !first.includes(id));
  const rows = [...first, ...ids]
    .filter(id => !shownElsewhere.has(id) && !/:gh-lexo-rank$/.test(customOf(known.get(id))))
    .map(id => ({ name: known.get(id)?.name ?? id, value: shown(id, issue.fields, zone) }))
    .filter(row => row.value !== null);
  return html`<p>${statusLozenge(issue.fields.status)}</p>
<dl>${rows.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

const customOf = (field: { document: Fields } | undefined): string =>
  String((field?.document.schema as { custom?: string } | undefined)?.custom ?? '');

function shown(id: string, fields: Fields, zone: string): Html | string | null {
  const value = fields[id];
  if (id === 'assignee' && !value) return 'Unassigned';
  if (id === 'resolution') return resolutionName(fields);
  if (durations.test(id)) return typeof value === 'number' ? formatDuration(value) : null;
  if (id === 'created' || id === 'updated') return formatInstant(value, zone);
  return formatValue(value, zone);
}

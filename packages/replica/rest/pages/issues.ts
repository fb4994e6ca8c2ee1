import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { splitOrder } from '../../data/planning/split-order.ts';
import { JqlError } from '../../jql/api.ts';
import { type Html, html } from '../shape/html.ts';
import { errorPosition, formatInstant, formatValue, resolutionName } from './format.ts';
import { icon, issueLink, type Page, type PageCall, statusLozenge } from './layout.ts';

const pageSize = 50;

interface Column {
  name: string;
  /** What ORDER BY calls it. */
  sort: string;
  cell: (issue: IssueDocument, zone: string) => Html | string | null;
  /** Room for a text, or a value that is read in one line. */
  width?: 'wide' | 'nowrap';
  /** Jira's order where a query names no direction: dates and priorities go down, the rest goes up. */
  greatestFirst?: true;
}

const named = (value: unknown): string => String((value as { name?: string } | null)?.name ?? '');
const person = (value: unknown, nobody: string): string =>
  (value as { displayName?: string } | null)?.displayName ?? nobody;

const columns: Column[] = [
  {
    name: 'Type',
    sort: 'issuetype',
    cell: ({ fields }) =>
      html`${icon('issuetype', named(fields.issuetype))} ${named(fields.issuetype)}`,
  },
  { name: 'Key', sort: 'key', cell: ({ key }) => issueLink(key) },
  {
    name: 'Summary',
    sort: 'summary',
    cell: ({ fields }) => String(fields.summary ?? ''),
    width: 'wide',
  },
  {
    name: 'Assignee',
    sort: 'assignee',
    cell: ({ fields }) => person(fields.assignee, 'Unassigned'),
  },
  {
    name: 'Reporter',
    sort: 'reporter',
    cell: ({ fields }) => person(fields.reporter, 'Anonymous'),
  },
  {
    name: 'Priority',
    sort: 'priority',
    width: 'nowrap',
    greatestFirst: true,
    cell: ({ fields }) =>
      fields.priority
        ? html`${icon('priority', named(fields.priority))} ${named(fields.priority)}`
        : null,
  },
  { name: 'Status', sort: 'status', cell: ({ fields }) => statusLozenge(fields.status) },
  {
    name: 'Resolution',
    sort: 'resolution',
    cell: ({ fields }) => resolutionName(fields),
  },
  {
    name: 'Created',
    sort: 'created',
    width: 'nowrap',
    greatestFirst: true,
    cell: ({ fields }, zone) => formatInstant(fields.created, zone),
  },
  {
    name: 'Updated',
    sort: 'updated',
    width: 'nowrap',
    greatestFirst: true,
    cell: ({ fields }, zone) => formatInstant(fields.updated, zone),
  },
  {
    name: 'Due',
    sort: 'duedate',
    width: 'nowrap',
    greatestFirst: true,
    cell: ({ fields }, zone) => formatValue(fields.duedate, zone),
  },
];

/** `/issues/?jql=` and `/issues/?filter=ID`: a query, and the issues that match it. */
export async function issuesPage(call: PageCall): Promise<Page> {
  const filter = call.query.filter
    ? await call.store.catalogue.get('filter', call.query.filter)
    : null;
  const jql = call.query.jql ?? String(filter?.document.jql ?? '');
  const missing = call.query.filter && !filter;
  const heading = filter ? filter.name : 'Issues';
  const start = Math.max(0, Math.trunc(Number(call.query.start ?? 0)) || 0);
  const found = await search(call, jql, start);
  const failed = 'errors' in found;
  const body = html`<h1>${heading}</h1>
${missing && html`<p class="error" role="alert">The filter ${call.query.filter} is not available to you, perhaps it has been deleted.</p>`}
${queryForm(jql, failed ? found.errors : [])}
${failed ? null : results(call, jql, start, found)}`;
  return { title: `${heading} - Jira`, body, status: failed ? 400 : 200 };
}

type Found = { issues: IssueDocument[]; total: number } | { errors: string[] };

async function search(call: PageCall, jql: string, start: number): Promise<Found> {
  // Without an order of its own a list shows the newest first.
  const { order } = splitOrder(jql);
  const request = { jql: order ? jql : `${jql} ORDER BY created DESC`, viewer: call.caller };
  try {
    const { ids, total } = await call.store.jql.search({
      ...request,
      now: call.now(),
      offset: start,
      limit: pageSize,
      total: true,
    });
    return { issues: await call.store.issues.documents(ids), total: total ?? 0 };
  } catch (error) {
    if (error instanceof JqlError) return { errors: error.messages };
    throw error;
  }
}

function queryForm(jql: string, errors: string[]): Html {
  const failed = errors.length > 0;
  return html`<form class="query" action="/issues/" method="get" role="search">
<label for="jql">JQL</label>
<textarea id="jql" name="jql" rows="2" spellcheck="false" autocomplete="off"${failed && html` aria-invalid="true" aria-describedby="jql-errors"`}>${jql}</textarea>
<button type="submit">Search</button>
${failed && html`<div id="jql-errors" class="error" role="alert"><ul>${errors.map(error => html`<li>${error}${place(jql, error)}</li>`)}</ul></div>`}
</form>`;
}

/** The query with a mark where the error lies. */
function place(jql: string, error: string): Html | null {
  const at = errorPosition(jql, error);
  if (at === null) return null;
  const word = /^[\w.-]+|^./.exec(jql.slice(at))?.[0] ?? '';
  return html`<pre class="place">${jql.slice(0, at)}<mark>${word || '\u2038'}</mark>${jql.slice(at + word.length)}</pre>`;
}

function results(
  call: PageCall,
  jql: string,
  start: number,
  found: { issues: IssueDocument[]; total: number },
): Html {
  const { issues, total } = found;
  if (total === 0) return html`<p>No issues match this query.</p>`;
  const { zone } = call.caller;
  const range = `${start + 1} to ${start + issues.length} of ${total} issues`;
  return html`<p class="count">${range}</p>
<div class="table" tabindex="0" role="region" aria-label="Issues">
<table>
<thead><tr>${columns.map(column => headerCell(column, jql))}</tr></thead>
<tbody>${issues.map(issue => html`<tr>${columns.map(column => html`<td${column.width && html` class="${column.width}"`}>${column.cell(issue, zone)}</td>`)}</tr>\n`)}</tbody>
</table>
</div>
${pager(jql, start, total)}`;
}

/** Sorts by the column; by the same column again, the other way round. */
function headerCell(column: Column, jql: string): Html {
  const { where, order } = splitOrder(jql);
  const current = /^order\s+by\s+"?(\w+)"?(?:\s+(asc|desc))?/i.exec(order);
  const sorted = current?.[1]?.toLowerCase() === column.sort;
  const direction = current?.[2]?.toLowerCase() ?? (column.greatestFirst ? 'desc' : 'asc');
  const descending = sorted && direction === 'desc';
  const next = `${where} ORDER BY ${column.sort} ${sorted && !descending ? 'DESC' : 'ASC'}`.trim();
  const state = sorted && html` aria-sort="${descending ? 'descending' : 'ascending'}"`;
  return html`<th scope="col"${state}><a href="${issuesAddress(next)}">${column.name}</a></th>`;
}

function pager(jql: string, start: number, total: number): Html | null {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const current = Math.floor(start / pageSize);
  const link = (page: number, text: string) =>
    page >= 0 && page < pages
      ? html`<a href="${issuesAddress(jql, page * pageSize)}">${text}</a>`
      : html`<span class="off">${text}</span>`;
  return html`<nav class="pager" aria-label="Pages">${link(current - 1, 'Previous')} <span>Page ${current + 1} of ${pages}</span> ${link(current + 1, 'Next')}</nav>`;
}

export const issuesAddress = (jql: string, start = 0): string =>
  `/issues/?jql=${encodeURIComponent(jql)}${start > 0 ? `&start=${start}` : ''}`;

import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { splitOrder } from '../../data/planning/boards.ts';
import { asObject, asText, type JsonObject } from '../../data/shapes.ts';
import { JqlError } from '../../jql/api.ts';
import type { Call } from '../api.ts';
import { type Html, html } from '../shape/html.ts';
import { errorPosition, formatInstant, formatValue, personName, resolutionName } from './format.ts';
import { icon, issueLink, type Page, statusLozenge, table } from './layout.ts';

const PAGE_SIZE = 50;

type Cell = (fields: JsonObject, zone: string, key: string) => Html | string | null;

const withIcon = (kind: 'issuetype' | 'priority', value: unknown): Html | null => {
  const name = asText(asObject(value)?.name) ?? '';
  return value ? html`<span class="nowrap">${icon(kind, name)} ${name}</span>` : null;
};

/** Each with its field in ORDER BY. */
const COLUMNS: readonly (readonly [name: string, sort: string, cell: Cell])[] = [
  ['Type', 'issuetype', ({ issuetype }) => withIcon('issuetype', issuetype)],
  ['Key', 'key', (_fields, _zone, key) => issueLink(key)],
  ['Summary', 'summary', ({ summary }) => html`<div class="wide">${String(summary ?? '')}</div>`],
  ['Assignee', 'assignee', ({ assignee }) => personName(assignee, 'Unassigned')],
  ['Reporter', 'reporter', ({ reporter }) => personName(reporter, 'Anonymous')],
  ['Priority', 'priority', ({ priority }) => withIcon('priority', priority)],
  ['Status', 'status', ({ status }) => statusLozenge(status)],
  ['Resolution', 'resolution', resolutionName],
  ['Created', 'created', ({ created }, zone) => formatInstant(created, zone)],
  ['Updated', 'updated', ({ updated }, zone) => formatInstant(updated, zone)],
  ['Due', 'duedate', ({ duedate }, zone) => formatValue(duedate, zone)],
];
/** Sorted in descending order by default, as Jira does. */
const DESCENDING = ['priority', 'created', 'updated', 'duedate'];

/** `/issues/?jql=` and `/issues/?filter=ID`. */
export async function issuesPage(call: Call): Promise<Page> {
  const filterId = asText(call.query.filter);
  const filter = filterId === null ? undefined : call.find('filter', filterId);
  const jql = String(call.query.jql ?? filter?.document.jql ?? '');
  const heading = filter ? filter.name : 'Issues';
  const start = Math.max(0, Math.trunc(Number(call.query.start ?? 0)) || 0);
  const found = await search(call, jql, start);
  const failed = 'errors' in found;
  const body = html`<h1>${heading}</h1>
${filterId !== null && !filter && html`<p class="error" role="alert">The filter ${filterId} is not available to you, perhaps it has been deleted.</p>`}
${queryForm(jql, failed ? found.errors : [])}
${failed ? null : results(call, jql, start, found)}`;
  return { title: `${heading} - Jira`, body, status: failed ? 400 : 200 };
}

interface IssuePage {
  issues: IssueDocument[];
  total: number;
}

async function search(
  call: Call,
  jql: string,
  offset: number,
): Promise<IssuePage | { errors: string[] }> {
  const ordered = splitOrder(jql).order ? jql : `${jql} ORDER BY created DESC`;
  const request = { jql: ordered, ...call.scope, offset, limit: PAGE_SIZE, total: true };
  try {
    const { ids, total } = await call.store.jql.search(request);
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
${failed && html`<div id="jql-errors" class="error" role="alert"><ul>${errors.map(error => html`<li>${error}${markError(jql, error)}</li>`)}</ul></div>`}
</form>`;
}

/** The query with the error marked. */
function markError(jql: string, error: string): Html | null {
  const at = errorPosition(jql, error);
  if (at === null) return null;
  const word = /^[\w.-]+|^./.exec(jql.slice(at))?.[0] ?? '';
  return html`<pre>${jql.slice(0, at)}<mark>${word || '\u2038'}</mark>${jql.slice(at + word.length)}</pre>`;
}

function results(call: Call, jql: string, start: number, { issues, total }: IssuePage): Html {
  if (total === 0) return html`<p>No issues match this query.</p>`;
  const rows = issues.map(({ key, fields }) =>
    COLUMNS.map(([, , cell]) => cell(fields, call.caller.zone, key)),
  );
  const headings = COLUMNS.map(([name, sort]) => headerCell(name, sort, jql));
  return html`<p class="quiet">${start + 1} to ${start + issues.length} of ${total} issues</p>
${table('Issues', headings, rows)}
${pager(jql, start, total)}`;
}

/** Its link sorts by the column, or reverses that order. */
function headerCell(name: string, sort: string, jql: string): Html {
  const { where, order } = splitOrder(jql);
  const current = /^order\s+by\s+"?(\w+)"?(?:\s+(asc|desc))?/i.exec(order);
  const sorted = current?.[1]?.toLowerCase() === sort;
  const direction = current?.[2]?.toLowerCase() ?? (DESCENDING.includes(sort) ? 'desc' : 'asc');
  const descending = sorted && direction === 'desc';
  const next = `${where} ORDER BY ${sort} ${sorted && !descending ? 'DESC' : 'ASC'}`.trim();
  const state = sorted && html` aria-sort="${descending ? 'descending' : 'ascending'}"`;
  return html`<th scope="col"${state}><a href="${issuesAddress(next)}">${name}</a></th>`;
}

function pager(jql: string, start: number, total: number): Html | null {
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages <= 1) return null;
  const current = Math.floor(start / PAGE_SIZE);
  const link = (page: number, text: string) =>
    page >= 0 && page < pages
      ? html`<a href="${issuesAddress(jql, page * PAGE_SIZE)}">${text}</a>`
      : html`<span class="quiet">${text}</span>`;
  return html`<nav class="pager" aria-label="Pages">${link(current - 1, 'Previous')} <span>Page ${current + 1} of ${pages}</span> ${link(current + 1, 'Next')}</nav>`;
}

const issuesAddress = (jql: string, start = 0): string =>
  `/issues/?jql=${encodeURIComponent(jql)}${start > 0 ? `&start=${start}` : ''}`;

/** The saved filters of the site, the viewer's favourites first. */
export async function filtersPage(call: Call): Promise<Page> {
  const favourites = await call.store.favourites.of(call.caller.account);
  const rank = ({ id }: { id: string }) => (favourites.has(id) ? 0 : 1);
  const rows = call
    .all('filter')
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .map(({ id, name, document }) => {
      const jql = String(document.jql ?? '');
      return [
        html`<a href="/issues/?filter=${encodeURIComponent(id)}">${name}</a>`,
        favourites.has(id) ? 'Yes' : 'No',
        personName(document.owner, ''),
        html`<a href="${issuesAddress(jql)}"><code>${jql}</code></a>`,
      ];
    });
  const list =
    rows.length > 0
      ? table('Filters', ['Name', 'Favourite', 'Owner', 'JQL'], rows)
      : html`<p>There are no saved filters.</p>`;
  return { title: 'Filters - Jira', body: html`<h1>Filters</h1>${list}` };
}

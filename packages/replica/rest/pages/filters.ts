import { html } from '../shape/html.ts';
import { issuesAddress } from './issues.ts';
import type { Page, PageCall } from './layout.ts';

/** The saved filters of the site, the viewer's favourites first. */
export async function filtersPage(call: PageCall): Promise<Page> {
  const filters = await call.store.catalogue.all('filter');
  const { userId } = call.caller;
  const favourites = new Set(userId ? await call.store.favourites.filters(userId) : []);
  const rows = [...filters].sort(
    (a, b) =>
      Number(favourites.has(b.id)) - Number(favourites.has(a.id)) || a.name.localeCompare(b.name),
  );
  const table = html`<div class="table" tabindex="0" role="region" aria-label="Filters">
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Favourite</th><th scope="col">Owner</th><th scope="col">JQL</th></tr></thead>
<tbody>${rows.map(({ id, name, document }) => {
    const jql = String(document.jql ?? '');
    const owner = (document.owner as { displayName?: string } | undefined)?.displayName;
    return html`<tr><td><a href="/issues/?filter=${encodeURIComponent(id)}">${name}</a></td><td>${favourites.has(id) ? 'Yes' : 'No'}</td><td>${owner}</td><td><a href="${issuesAddress(jql)}"><code>${jql}</code></a></td></tr>\n`;
  })}</tbody>
</table>
</div>`;
  const body = html`<h1>Filters</h1>
${rows.length > 0 ? table : html`<p>There are no saved filters.</p>`}`;
  return { title: 'Filters - Jira', body };
}

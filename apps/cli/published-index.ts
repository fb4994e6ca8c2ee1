/** The page that leads to published reports. */
export interface PublishedReport {
  readonly name: string;
  readonly description: string;
  /** Absent for a report that could not be written. */
  readonly file?: string;
  readonly problem?: string;
  /** What its headline says. */
  readonly sentence?: string;
  readonly asOf?: string;
  /** Why its data are not complete; null if they are. */
  readonly partial?: string | null;
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 ui-sans-serif,system-ui,sans-serif}
body{max-width:760px;margin:48px auto;padding:0 24px}
ul{list-style:none;padding:0}
li{padding:16px 0;border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
h2{font-size:1.125rem;margin:0}
p{margin:4px 0 0}
small{opacity:.75}
`;

export function publishedIndex(reports: readonly PublishedReport[], at: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Reports</title>
<style>${STYLE}</style>
<main>
<h1>Reports</h1>
<ul>
${reports.map(item).join('\n')}
</ul>
<p><small>Written ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC. The figures do not change until they are written again.</small></p>
</main>
</html>
`;
}

function item(report: PublishedReport): string {
  const { name, description, file, problem, sentence, asOf, partial } = report;
  const title = file
    ? `<a href="${escaped(encodeURIComponent(file))}" dir="auto">${escaped(name)}</a>`
    : `<span dir="auto">${escaped(name)}</span>`;
  const lines = [
    description && `<p dir="auto">${escaped(description)}</p>`,
    sentence && `<p dir="auto">${escaped(sentence)}</p>`,
    problem && `<p>Could not be written: ${escaped(problem)}</p>`,
    partial && `<p>Not complete: ${escaped(partial)}</p>`,
    asOf && `<p><small>As of ${escaped(asOf)}</small></p>`,
  ].filter(Boolean);
  return `<li><h2>${title}</h2>${lines.join('')}</li>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string) => text.replace(/[&<>"]/g, each => ENTITIES[each] ?? each);

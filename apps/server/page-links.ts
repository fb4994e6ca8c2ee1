/**
 * What a page is going to ask for, named in its head: the browser fetches it while it still reads the page, and not only
 * once the code has come that asks. A dashboard opens a dozen pages at once.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the build, as the bundler's manifest names it. */
interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, BuiltFile>>;

const FRAMED = '../../packages/hosts/framed/framed-host.ts';
const GADGET = ['gadget-page/gadget-page.tsx', 'start/page-client.ts', FRAMED];

/** Entries of the manifest, or names of shared files, that a page of the app cannot be without. */
const SCREENS: readonly (readonly [path: RegExp, parts: readonly string[]])[] = [
  [/^\/reports\/?$/, ['reports-page/reports-page.tsx']],
  [/^\/dashboards\/?$/, ['dashboards/dashboards-page.tsx']],
  [/^\/dashboards\/\d+\/?$/, ['dashboards/dashboard-page.tsx']],
  [/^\/dashboards\/\d+\/wallboard\/?$/, ['dashboards/wallboard-page.tsx']],
  [/^\/status-dashboard$/, GADGET],
  [/^\/velocity-dashboard$/, [...GADGET, 'velocity']],
  [/^\/timesheets-dashboard$/, [...GADGET, 'timesheet']],
  [/^\/estimation-dashboard$/, [...GADGET, 'estimation']],
  [/^\/burn-dashboard$/, [...GADGET, 'burn']],
  [/^\/time-status-dashboard$/, [...GADGET, 'time-in-status']],
  [/^\/text-dashboard$/, [...GADGET, 'text']],
];

/** The tags for the head of the page at an address: a path with its query. */
export type PageLinks = (address: string) => string;

/** Reads once what the build is made of; a folder without a build gives no links to code. */
export async function readPageLinks(root: string): Promise<PageLinks> {
  const read = (file: string) => readFile(join(root, file), 'utf8').catch(() => null);
  const manifest: Manifest = JSON.parse((await read(join('.vite', 'manifest.json'))) ?? '{}');
  const page = (await read('index.html')) ?? '';
  const links = new Map<RegExp, string>(
    SCREENS.map(([path, parts]) => [path, linksTo(manifest, parts, page)]),
  );
  return address => {
    const { pathname } = new URL(address, 'http://page.invalid');
    const code = [...links].find(([path]) => path.test(pathname))?.[1] ?? '';
    const data = dataOf(pathname);
    return code + (data === null ? '' : tag('preload', data, ' as="fetch"'));
  };
}

/** Tags for all that the parts pull in and the page does not name already. */
function linksTo(manifest: Manifest, parts: readonly string[], page: string): string {
  const seen = new Set<string>();
  /** What is built on comes first: the styles of who builds on it have the last word. */
  const files: BuiltFile[] = [];
  const take = (key: string) => {
    const built = manifest[key];
    if (!built || seen.has(key)) return;
    seen.add(key);
    for (const each of built.imports ?? []) take(each);
    files.push(built);
  };
  for (const part of parts) {
    take(part);
    for (const [key, { name }] of Object.entries(manifest)) if (name === part) take(key);
  }
  const styles = new Set(files.flatMap(({ css = [] }) => css));
  const isNew = (file: string) => !page.includes(`"/${file}"`);
  return [
    ...[...styles].filter(isNew).map(file => tag('stylesheet', `/${file}`)),
    ...files
      .map(({ file }) => file)
      .filter(isNew)
      .map(file => tag('modulepreload', `/${file}`)),
  ].join('');
}

const tag = (rel: string, href: string, more = '') =>
  `\n<link rel="${rel}"${more} crossorigin href="${href}">`;

/** The one call that all else on a dashboard waits for. What gadgets ask is theirs: it keeps to the pauses of Jira. */
function dataOf(path: string): string | null {
  const id = /^\/dashboards\/(\d+)(\/wallboard)?\/?$/.exec(path)?.[1];
  return id === undefined ? null : `/replica/dashboards/${id}`;
}

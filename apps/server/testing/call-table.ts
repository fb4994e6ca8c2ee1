import { readFileSync } from 'node:fs';
import type { CallRecord } from '@tallyboard/replica/rest/call-rights.ts';

export const KEYS_DOC = new URL('../../../docs/keys.md', import.meta.url);

const doc = (): string => readFileSync(KEYS_DOC, 'utf8');

export interface TableRow {
  readonly scope: string | null;
  readonly role: string;
}

const HEAD = '| call | scope | role | |\n|---|---|---|---|\n';
const TABLE = /\| call \| scope [\s\S]*?\n(?!\|)/;

/** What docs/keys.md says of a call; null for a page, which the table does not have. A row with '*' counts for those below without a row. */
export function rightsIn(method: string, path: string): TableRow | null {
  rows ??= readTable(TABLE.exec(doc())?.[0] ?? '');
  const plain = currentVersion(path);
  const parts = plain.split('/');
  const roots = parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/*`).reverse();
  for (const name of [plain, ...roots])
    for (const by of [method, '']) {
      const row = rows.get(`${by} ${name}`);
      if (row) return row;
    }
  return null;
}

let rows: ReadonlyMap<string, TableRow> | null = null;

function readTable(table: string): ReadonlyMap<string, TableRow> {
  const lines = table.matchAll(/^\| `(?:([A-Z, ]+) )?(\/\S*)` \| (\S+) \| (\w+) \|/gm);
  return new Map(
    [...lines].flatMap(([, methods = '', path = '', scope = '', role = '']) =>
      methods
        .split(', ')
        .map(
          method => [`${method} ${path}`, { scope: scope === '-' ? null : scope, role }] as const,
        ),
    ),
  );
}

/** Jira answers under every version of its API alike. */
const currentVersion = (path: string): string =>
  path
    .replace(/^\/rest\/api\/(2|latest)\//, '/rest/api/3/')
    .replace('/agile/latest/', '/agile/1.0/');

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** docs/keys.md with the table of these calls. */
export function docWithTable(calls: readonly CallRecord[]): string {
  const known = calls.filter(
    ({ method, path, kind }) =>
      METHODS.includes(method) &&
      kind !== 'page' &&
      kind !== 'form' &&
      path === currentVersion(path),
  );
  // One row for what is 404 below an address, and for the GETs there that have the same rights.
  const roots = known.filter(({ method, path }) => method === 'GET' && path.endsWith('/*'));
  const isOfRoot = (call: CallRecord) =>
    roots.some(({ path, ...root }) => {
      const above = path.slice(0, -1);
      return `${call.path}/`.startsWith(above) && lineOf(root) === lineOf(call);
    });
  const rows = new Map<string, string[]>();
  for (const root of roots) rows.set(`${root.path}\n${lineOf(root)}`, []);
  for (const method of METHODS)
    for (const call of known) {
      const isRoot = roots.some(({ path }) => path === call.path || path === `${call.path}/*`);
      if (call.method !== method || ((method === 'GET' || isRoot) && isOfRoot(call))) continue;
      const key = `${call.path}\n${lineOf(call)}`;
      rows.set(key, [...(rows.get(key) ?? []), method]);
    }
  const text = [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, methods]) => {
      const [path, line] = key.split('\n');
      return `| \`${methods.join(', ')}${methods.length > 0 ? ' ' : ''}${path}\` ${line}\n`;
    });
  return doc().replace(TABLE, () => HEAD + text.join(''));
}

function lineOf({ scope, role, reads, audit }: Omit<CallRecord, 'method' | 'path'>): string {
  const effect = reads ? 'reads' : audit ? 'changes' : 'changes, audited without secrets';
  return `| ${scope ?? '-'} | ${role} | ${effect} |`;
}

import { JqlError } from '@tallyboard/replica/jql/api.ts';
import { KEY_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { accessKeysIn, readKeyRequest } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { displayLinksIn } from '@tallyboard/service-kit/sign-in/display-links.ts';
import { servedSite } from '@tallyboard/service-kit/site/served-site.ts';
import { readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { auditChange, FOLDER_HELP, FOLDER_OPTIONS, folderFor, withFolder } from '../data-folder.ts';
import { alignedTable } from '../table.ts';
import { knownAccount } from './account.ts';

export const helpValues = { folder: FOLDER_HELP, scopes: KEY_SCOPES.join(', ') };

export async function run(args: readonly string[], { out }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    account: { type: 'string' },
    scopes: { type: 'string' },
    'jql-filter': { type: 'string' },
    'aggregate-only': { type: 'boolean' },
    // Earlier names of these two.
    fence: { type: 'string' },
    'figures-only': { type: 'boolean' },
    days: { type: 'string' },
  });
  const [step, name, ...more] = positionals;
  const isWhole = step === 'list' ? name === undefined : name !== undefined;
  if (!['add', 'list', 'revoke'].includes(step ?? '') || !isWhole || more.length > 0)
    throw new UsageError("Say 'add NAME', 'list' or 'revoke ID'.");
  return withFolder(folderFor(values), async (store): Promise<ExitCode> => {
    if (step === 'list') out.write(await listOf(store, values.account));
    else if (step === 'revoke') await revoke(store, String(name));
    else out.write(`${await add(store, { ...values, name })}\n`);
    return 0;
  });
}

interface Given {
  readonly name: string | undefined;
  readonly account?: string;
  readonly scopes?: string;
  readonly 'jql-filter'?: string;
  readonly 'aggregate-only'?: boolean;
  readonly fence?: string;
  readonly 'figures-only'?: boolean;
  readonly days?: string;
  /** The real Jira behind the server. */
  readonly site?: string;
}

/** Returns the key. */
async function add(store: Store, given: Given): Promise<string> {
  const { account, scopes = 'figures', days = '90' } = given;
  if (account === undefined) throw new UsageError('Name the account that owns the key: --account.');
  const owner = await knownAccount(store, account);
  const asked = readKeyRequest(
    {
      name: given.name,
      scopes: scopes.split(',').map(scope => scope.trim()),
      jqlFilter: given['jql-filter'] ?? given.fence ?? null,
      aggregateOnly: given['aggregate-only'] ?? given['figures-only'] ?? false,
      days: Number(days),
    },
    given.site !== undefined || (await servedSite(store)) !== null,
  );
  if (typeof asked === 'string') throw new UsageError(asked);
  await checkJqlFilter(store, asked.jqlFilter);
  const { text, key } = await accessKeysIn(store.accessKeys, Date.now).make({ ...asked, owner });
  await auditChange(store, 'access key made', `tb_${key.id}`, JSON.stringify({ ...asked, owner }));
  return text;
}

async function checkJqlFilter({ jql }: Store, jqlFilter: string | null): Promise<void> {
  if (jqlFilter === null) return;
  const viewer = { userId: null, zone: 'UTC' };
  await jql
    .search({ jql: jqlFilter, viewer, now: Date.now(), limit: 1 })
    .catch((cause: unknown) => {
      throw cause instanceof JqlError ? new CommandError(`--jql-filter: ${cause.message}`) : cause;
    });
}

async function revoke(store: Store, given: string): Promise<void> {
  const isLink = given.startsWith('tw_');
  const id = given.replace(/^t[bw]_/, '').slice(0, 8);
  const [prefix, kind, own] = isLink
    ? (['tw_', 'display link', displayLinksIn(store.displayLinks, Date.now)] as const)
    : (['tb_', 'key', accessKeysIn(store.accessKeys, Date.now)] as const);
  if (!(await own.revoke(id)))
    throw new CommandError(`There is no ${kind} '${prefix}${id}' that is not revoked.`);
  await auditChange(store, isLink ? 'display link revoked' : 'access key revoked', prefix + id);
}

const dayOf = (atMs: number | null) =>
  atMs === null ? '-' : new Date(atMs).toISOString().slice(0, 10);

async function listOf(store: Store, account: string | undefined): Promise<string> {
  const owner = account === undefined ? null : await knownAccount(store, account);
  const listed = <Key>({ all, of }: { all(): Key; of(owner: string): Key }) =>
    owner === null ? all() : of(owner);
  const [keys, links] = [await listed(store.accessKeys), await listed(store.displayLinks)];
  const state = (revokedMs: number | null, expiresMs: number) => {
    if (revokedMs !== null) return `revoked ${dayOf(revokedMs)}`;
    return `${expiresMs <= Date.now() ? 'expired' : 'expires'} ${dayOf(expiresMs)}`;
  };
  const keyRows = keys.map(({ id, owner, name, scopes, jqlFilter, aggregateOnly, ...key }) => [
    `tb_${id}`,
    owner,
    name,
    scopes.join(','),
    [jqlFilter ?? '', aggregateOnly ? 'aggregated figures only' : ''].filter(Boolean).join('; ') ||
      '-',
    dayOf(key.usedMs),
    state(key.revokedMs, key.expiresMs),
  ]);
  const linkRows = links.map(({ id, owner, name, dashboard, usedMs, revokedMs }) => [
    `tw_${id}`,
    owner,
    name,
    'wall',
    `dashboard ${dashboard}`,
    dayOf(usedMs),
    revokedMs === null ? 'until revoked' : `revoked ${dayOf(revokedMs)}`,
  ]);
  const columns = ['Key', 'Account', 'Name', 'Scopes', 'Limits', 'Last used', 'State'];
  return alignedTable({ columns, rows: [...keyRows, ...linkRows] });
}

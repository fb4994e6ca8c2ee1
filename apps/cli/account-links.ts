/** Links of accounts to users of Jira. */
import { readFile } from 'node:fs/promises';
import type { Store } from '@tallyboard/server-store/store.ts';
import { accountName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { removeReaderToken } from '@tallyboard/service-kit/site/reader-tokens.ts';
import { CommandError } from './command.ts';
import { auditChange } from './data-folder.ts';

interface Link {
  readonly name: string;
  readonly jira: string;
}

/**
 * Links the accounts of a file, which has a line NAME,ACCOUNT-ID for each. Changes nothing if a line is wrong. Returns the lines to print.
 */
export async function linkFile(
  store: Store,
  file: string,
  accounts: ReadonlySet<string>,
): Promise<string> {
  const text = await readFile(file, 'utf8');
  const { links, problems } = readLinks(text, accounts);
  if (problems.length > 0)
    throw new CommandError([`No account was linked:`, ...problems].join('\n  '));
  const notes: string[] = [];
  for (const { name, jira } of links) {
    if ((await store.accounts.get(name))?.jiraAccountId !== jira) {
      await linkAccount(store, name, jira);
      await auditChange(store, 'account changed', name, JSON.stringify({ jira }));
    }
    notes.push(...(await doubtsOf(store, jira)));
  }
  const count = links.length === 1 ? '1 account is' : `${links.length} accounts are`;
  return [`${count} linked.`, ...notes].map(line => `${line}\n`).join('');
}

function readLinks(text: string, accounts: ReadonlySet<string>) {
  const links: Link[] = [];
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const fields = line.split(',').map(field =>
      field
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
    const [given = '', jira = ''] = fields;
    const name = accountName(given);
    const earlier = lineOf.get(name);
    const problem =
      fields.length !== 2 || name === '' || !isJiraId(jira)
        ? `expected NAME,ACCOUNT-ID, not '${line.slice(0, 100)}'.`
        : earlier !== undefined
          ? `'${name}' is on line ${earlier} too.`
          : accounts.has(name)
            ? null
            : `there is no account '${name}'. Accounts of OpenID Connect begin with the first sign-in.`;
    if (problem !== null) problems.push(`line ${at + 1}: ${problem}`);
    lineOf.set(name, at + 1);
    links.push({ name, jira });
  }
  if (links.length === 0) problems.push(`line 1: expected NAME,ACCOUNT-ID.`);
  return { links, problems };
}

export const isJiraId = (text: string): boolean => /^[^\s",]{1,255}$/.test(text);

/** Removes the token of the account: it is of one person in Jira. */
export async function linkAccount(store: Store, name: string, jira: string | null): Promise<void> {
  await removeReaderToken(store, name);
  await store.accounts.change(name, { jiraAccountId: jira });
}

/** What is doubtful about an id of a user of Jira. */
export async function doubtsOf({ catalogue }: Store, id: string): Promise<string[]> {
  const known = await catalogue.get('user', id);
  if (known) return known.document.active === false ? [`'${id}' is deactivated in Jira.`] : [];
  const [named, ...more] = (await catalogue.read()).named('user', id);
  const meant = named && more.length === 0 ? ` Is it '${named.id}'?` : '';
  return [`The data here have no user of Jira with the id '${id}'.${meant}`];
}

import type { Store } from '@tallyboard/server-store/store.ts';
import { accountName, accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { isRole } from '@tallyboard/service-kit/sign-in/settings.ts';
import { removeReaderToken } from '@tallyboard/service-kit/site/reader-tokens.ts';
import { doubtsOf, isJiraId, linkAccount, linkFile } from '../account-links.ts';
import { readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { auditChange, FOLDER_HELP, FOLDER_OPTIONS, folderFor, withFolder } from '../data-folder.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { folder: FOLDER_HELP };

export async function run(args: readonly string[], { out }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    role: { type: 'string' },
    jira: { type: 'string' },
    'remove-second-factor': { type: 'boolean' },
    'remove-jira-token': { type: 'boolean' },
  });
  const { role, jira, 'remove-second-factor': removeFactor } = values;
  const { 'remove-jira-token': removeToken } = values;
  const [given, ...more] = positionals;
  const changes = [role, jira, removeFactor, removeToken].some(each => each !== undefined);
  const [file] = given === 'link' && !changes ? more : [];
  if (more.length > (file === undefined ? 0 : 1) || (!file && changes !== (given !== undefined)))
    throw new UsageError(
      "Name one account, with --role, --jira, --remove-second-factor or --remove-jira-token, or none to list all, or 'link' and a file.",
    );
  if (role !== undefined && role !== 'default' && !isRole(role))
    throw new UsageError(`--role is reader, editor, admin or default, not '${role}'.`);
  if (jira !== undefined && !isJiraId(jira))
    throw new UsageError(`--jira is an id of a user of Jira, or 'none', not '${jira}'.`);
  return withFolder(folderFor(values), async (store): Promise<ExitCode> => {
    if (given === undefined) {
      out.write(await listOf(store));
      return 0;
    }
    if (file !== undefined) {
      out.write(await linkFile(store, file, await namesOf(store)));
      return 0;
    }
    const name = await knownAccount(store, given);
    if (removeFactor && !(await accountsIn(store).removeSecondFactor(name)))
      throw new CommandError(`'${name}' has no second factor.`);
    const hadToken = removeToken && (await removeReaderToken(store, name));
    if (removeToken && !hadToken) throw new CommandError(`'${name}' has given no Jira token.`);
    if (jira !== undefined) await linkAccount(store, name, jira === 'none' ? null : jira);
    if (role !== undefined) await store.accounts.change(name, { role: isRole(role) ? role : null });
    if (jira !== undefined && jira !== 'none')
      for (const doubt of await doubtsOf(store, jira)) out.write(`${doubt}\n`);
    const detail = JSON.stringify({ role, jira, removeFactor, removeToken });
    await auditChange(store, 'account changed', name, detail);
    return 0;
  });
}

export async function namesOf(store: Store): Promise<ReadonlySet<string>> {
  const known = (await store.accounts.all()).map(({ id }) => id);
  return new Set([...known, ...(await accountsIn(store).names())].sort());
}

/** The name as stored. Throws CommandError where there is no such account. */
export async function knownAccount(store: Store, given: string): Promise<string> {
  const name = accountName(given);
  if ((await namesOf(store)).has(name)) return name;
  throw new CommandError(`There is no account '${name}'.`);
}

async function listOf(store: Store): Promise<string> {
  const rows = [];
  for (const name of await namesOf(store)) {
    const known = await store.accounts.get(name);
    const source = known?.issuer ?? 'password';
    rows.push([name, known?.role ?? 'default', source, known?.jiraAccountId ?? 'not linked']);
  }
  return alignedTable({ columns: ['Account', 'Role', 'Signs in by', 'In Jira'], rows });
}

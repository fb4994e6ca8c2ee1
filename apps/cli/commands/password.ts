import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { accountName, accountsIn, isAccountName } from '@tallyboard/server/sign-in/accounts.ts';
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD } from '@tallyboard/server/sign-in/password.ts';
import { readArguments } from '../arguments.ts';
import { type Command, CommandError, type Streams, UsageError } from '../command.ts';
import { openFolder } from '../data-folder.ts';
import { FOLDER_HELP, FOLDER_OPTIONS, folderFor } from '../site-folder.ts';

export const password: Command = {
  name: 'password',
  summary: 'set, list and remove the passwords that people sign in with',
  help: `Usage: tallyboard password NAME [--site URL | --data DIR]

Asks for a password of at least ${MIN_PASSWORD} characters and keeps its hash; the account's sessions end. On a terminal it
is asked for twice and not shown, elsewhere it is the first line of the input. Start the server again after the first
account: from then on everybody has to sign in.

${FOLDER_HELP}
  --remove     remove the account
  --list       list the accounts
  --hash       print the hash, for TALLYBOARD_PASSWORD_HASH, and keep nothing

Examples:
  tallyboard password ana --site https://example.atlassian.net
  tallyboard password --hash
  pass show tallyboard | tallyboard password ana --data /var/lib/tallyboard
`,
  async run(args, streams) {
    const { values, positionals } = readArguments(args, {
      ...FOLDER_OPTIONS,
      remove: { type: 'boolean' },
      list: { type: 'boolean' },
      hash: { type: 'boolean' },
    });
    if (values.hash) {
      streams.out.write(`${await hashPassword(await askPassword(streams))}\n`);
      return 0;
    }
    const name = accountName(positionals[0] ?? '');
    if (!values.list && !isAccountName(name)) {
      throw new UsageError('Name one account, of letters, digits and . @ _ + - alone.');
    }
    const hash = values.list || values.remove ? '' : await hashPassword(await askPassword(streams));
    const store = await openFolder(folderFor(values), { create: true });
    try {
      const accounts = accountsIn(store);
      if (values.list) {
        for (const each of await accounts.names()) streams.out.write(`${each}\n`);
        return 0;
      }
      if (values.remove && !(await accounts.remove(name))) {
        throw new CommandError(`There is no account '${name}'.`);
      }
      if (!values.remove) await accounts.set(name, hash);
      await store.sessions.endAllOf(name);
      await store.audit.add({
        atMs: Date.now(),
        account: 'command line',
        action: values.remove ? 'account removed' : 'password set',
        target: name,
        detail: '',
      });
      streams.err.write(values.remove ? `'${name}' is removed.\n` : `'${name}' can sign in.\n`);
      return 0;
    } finally {
      await store.close();
    }
  },
};

async function askPassword({ err }: Streams): Promise<string> {
  const lines = createInterface({
    input: process.stdin,
    // Nothing of what is typed is shown.
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: process.stdin.isTTY === true,
  });
  try {
    if (!process.stdin.isTTY) {
      for await (const line of lines) return checked(line);
      return checked('');
    }
    const ask = async (prompt: string) => {
      err.write(prompt);
      const line = await lines.question('');
      err.write('\n');
      return line;
    };
    const first = checked(await ask('Password: '));
    if ((await ask('Once more: ')) !== first) throw new CommandError('These were not the same.');
    return first;
  } finally {
    lines.close();
  }
}

function checked(text: string): string {
  if (text.length >= MIN_PASSWORD && text.length <= MAX_PASSWORD) return text;
  throw new CommandError(`A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
}

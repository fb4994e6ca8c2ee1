import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import {
  accountName,
  accountsIn,
  isAccountName,
} from '@tallyboard/service-kit/sign-in/accounts.ts';
import {
  hashPassword,
  MAX_PASSWORD,
  MIN_PASSWORD,
} from '@tallyboard/service-kit/sign-in/password.ts';
import { readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { auditChange, FOLDER_HELP, FOLDER_OPTIONS, folderFor, withFolder } from '../data-folder.ts';

export const helpValues = { min: MIN_PASSWORD, folder: FOLDER_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    remove: { type: 'boolean' },
    list: { type: 'boolean' },
    hash: { type: 'boolean' },
  });
  const kinds = [values.remove, values.list, values.hash].filter(Boolean).length;
  const named = values.list || values.hash ? 0 : 1;
  if (kinds > 1 || positionals.length > named)
    throw new UsageError('Name one account, or one with --remove, or say --list or --hash alone.');
  if (values.hash) {
    streams.out.write(`${await hashPassword(await askPassword(streams))}\n`);
    return 0;
  }
  const name = accountName(positionals[0] ?? '');
  if (!values.list && !isAccountName(name)) {
    throw new UsageError('Name one account: letters, digits and . @ _ + - only.');
  }
  const hash = values.list || values.remove ? '' : await hashPassword(await askPassword(streams));
  return withFolder(
    folderFor(values),
    async (store): Promise<ExitCode> => {
      const accounts = accountsIn(store);
      if (values.list) {
        for (const each of await accounts.names()) streams.out.write(`${each}\n`);
        return 0;
      }
      if (values.remove && !(await accounts.remove(name))) {
        throw new CommandError(`There is no account '${name}'.`);
      }
      // The first account administers the server.
      const isFirst = !values.remove && (await accounts.names()).length === 0;
      if (isFirst) await store.accounts.change(name, { role: 'admin' });
      if (!values.remove) await accounts.set(name, hash);
      await store.sessions.endAllOf(name);
      await auditChange(store, values.remove ? 'account removed' : 'password set', name);
      streams.err.write(values.remove ? `'${name}' is removed.\n` : `'${name}' can sign in.\n`);
      return 0;
    },
    { create: true },
  );
}

async function askPassword({ in: input, err }: Streams): Promise<string> {
  const lines = createInterface({
    input,
    // No echo.
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: input.isTTY === true,
  });
  try {
    if (!input.isTTY) {
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
    if ((await ask('Once more: ')) !== first) throw new CommandError('The passwords differ.');
    return first;
  } finally {
    lines.close();
  }
}

function checked(text: string): string {
  if (text.length >= MIN_PASSWORD && text.length <= MAX_PASSWORD) return text;
  throw new CommandError(`A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
}

import { HttpError, NetworkError } from '@tallyboard/jira/errors.ts';
import { readSecretFiles } from '@tallyboard/server/secret-files.ts';
import { type Command, CommandError, type ExitCode, type Streams, UsageError } from './command.ts';

/** Imported on demand. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  import: async () => (await import('./commands/import.ts')).importCommand,
  mirror: async () => (await import('./commands/mirror.ts')).mirrorCommand,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  password: async () => (await import('./commands/password.ts')).password,
  account: async () => (await import('./commands/account.ts')).account,
  audit: async () => (await import('./commands/audit.ts')).audit,
  report: async () => (await import('./commands/report.ts')).report,
  jql: async () => (await import('./commands/jql.ts')).jql,
};

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map(load => load()));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`);
  return `Tallyboard: reports for Jira

Usage: tallyboard COMMAND ...

${lines.join('\n')}

tallyboard COMMAND --help shows settings and examples.
`;
}

/** Runs one command line and returns its exit code. */
export async function main(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? streams.err : streams.out).write(await overview());
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    streams.err.write(`There is no command '${name}'. tallyboard --help lists the commands.\n`);
    return 2;
  }
  try {
    const command = await load();
    if (rest.includes('--help') || rest.includes('-h')) {
      streams.out.write((await command.helpFor?.(rest)) ?? command.help);
      return 0;
    }
    const problem = readSecretFiles(process.env);
    if (problem !== null) throw new CommandError(problem);
    return await command.run(rest, streams);
  } catch (error) {
    return explain(error, name, streams);
  }
}

function explain(error: unknown, command: string, { err }: Streams): ExitCode {
  if (error instanceof UsageError) {
    err.write(`${error.message}\ntallyboard ${command} --help shows its usage.\n`);
    return 2;
  }
  err.write(`${sentenceOf(error)}\n`);
  return 1;
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof HttpError) {
    const words = error.messages.join('\n') || error.heading;
    if (error.status === 400 && words) return words;
    return `Jira answered with ${error.status}${words ? `: ${words}` : ''} (${error.method} ${error.path}).`;
  }
  if (error instanceof NetworkError)
    return 'Jira does not answer. Check the address and the network.';
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'The disk is full.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_READONLY')
    return `There is no right to write here: ${(error as Error).message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

if (import.meta.main) {
  // A closed pipe (tallyboard ... | head) is no failure.
  process.stdout.on('error', error => {
    if ((error as { code?: unknown }).code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.exitCode = await main(process.argv.slice(2), {
    out: process.stdout,
    err: process.stderr,
  });
}

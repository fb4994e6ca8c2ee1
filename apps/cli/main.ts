import { readSecretFiles } from '@tallyboard/service-kit/secret-files.ts';
import { SettingsError } from '@tallyboard/service-kit/settings.ts';
import { versionLine } from '@tallyboard/service-kit/version.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from './command.ts';
import { COMMANDS, helpText } from './command-list.ts';
import { sentenceOf } from './error-text.ts';

/** Runs one command line and returns its exit code. */
export async function main(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === 'help' && rest.length > 0) return main([...rest, '--help'], streams);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? streams.err : streams.out).write(helpText('overview'));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === 'version' || rest.includes('--version')) {
    streams.out.write(versionLine());
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    streams.err.write(`There is no command '${name}'. tallyboard --help lists the commands.\n`);
    return 2;
  }
  try {
    const command = await load();
    if (rest.includes('--help') || rest.includes('-h')) {
      streams.out.write((await command.helpFor?.(rest)) ?? helpText(name, command.helpValues));
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
  if (error instanceof UsageError || error instanceof SettingsError) {
    err.write(`${error.message}\ntallyboard ${command} --help shows its usage.\n`);
    return 2;
  }
  err.write(`${sentenceOf(error)}\n`);
  return 1;
}

/** Runs the command line of this process. */
export async function start(): Promise<void> {
  // A closed pipe (tallyboard ... | head) is no failure.
  process.stdout.on('error', error => {
    if ((error as { code?: unknown }).code === 'EPIPE') process.exit(0);
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  });
  const { stdin, stdout, stderr } = process;
  const code = await main(process.argv.slice(2), { in: stdin, out: stdout, err: stderr });
  process.exitCode = code;
  // A server that could not start has processes that would keep this one alive.
  if (code !== 0) stdout.write('', () => stderr.write('', () => process.exit(code)));
}

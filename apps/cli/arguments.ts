import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isZone } from '@tallyboard/core/time/zone.ts';
import { argumentProblem } from '@tallyboard/service-kit/argument-problem.ts';
import { UsageError } from './command.ts';

type Named = NonNullable<ParseArgsConfig['options']>;

/** Parses a command line. Throws UsageError. */
export function readArguments<T extends Named>(args: readonly string[], options: T) {
  const parsed = parse(args, options);
  const values = parsed.values as Record<string, unknown>;
  const empty = NEVER_EMPTY.find(name => typeof values[name] === 'string' && !values[name].trim());
  if (empty) throw new UsageError(`--${empty} is empty.`);
  return parsed;
}

/** Options that an unset variable of a shell must not turn into the working directory, or into a key without limits. */
const NEVER_EMPTY = ['data', 'out', 'jql-filter'];

function parse<T extends Named>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(argumentProblem(cause), { cause });
  }
}

/** Throws UsageError where a command that takes none has arguments besides its options. */
export function refusePositionals([first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`Unexpected argument '${first}'.`);
}

export function readZone(text: string): string {
  if (!isZone(text))
    throw new UsageError(`--time-zone is a time zone such as Europe/Berlin, not '${text}'.`);
  return text;
}

export function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const found = values.find(value => value === text);
  if (!found) throw new UsageError(`${name} is ${values.join(', ')}, not '${text}'.`);
  return found;
}

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isZone } from '@tallyboard/core/time/zone.ts';
import { UsageError } from './command.ts';

type Named = NonNullable<ParseArgsConfig['options']>;

/** Parses a command line. Throws UsageError. */
export function readArguments<T extends Named>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${reason.split('. ')[0]}.`, { cause });
  }
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

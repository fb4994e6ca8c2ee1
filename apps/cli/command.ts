import { readFileSync } from 'node:fs';

/** Where a command writes: data to `out`, everything else to `err`. */
export interface Streams {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** 0: success, 1: failure, 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage with examples, for --help. */
  readonly help: string;
  /** Help about one of the arguments; null if there is none. */
  helpFor?(args: readonly string[]): Promise<string | null>;
  /** Throws UsageError for wrong usage. */
  run(args: readonly string[], streams: Streams): Promise<ExitCode>;
}

/** Wrong usage: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the caller can fix: exit code 1, printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The text of help/NAME.txt, with `{word}` replaced by its value. */
export function helpText(name: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = readFileSync(new URL(`./help/${name}.txt`, import.meta.url), 'utf8');
  return text.replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
}

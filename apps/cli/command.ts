/** What a command reads, and where it writes: data to `out`, everything else to `err`. */
export interface Streams {
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** 0: success, 1: failure, 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** The module of a command. */
export interface Command {
  /** Values of the words in braces in help/NAME.txt. */
  readonly helpValues?: Readonly<Record<string, unknown>>;
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

/** Where a command writes: data to `out`, everything else to `err`. */
export interface Streams {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** What a command ends with: 0 done, 1 it failed, 2 it was called wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage with examples, for --help. */
  readonly help: string;
  /** More help on what the arguments name; null where they name nothing of the kind. */
  helpFor?(args: readonly string[]): Promise<string | null>;
  /** Throws UsageError when called wrongly, and anything else when it fails. */
  run(args: readonly string[], streams: Streams): Promise<ExitCode>;
}

/** The command line cannot be understood: exit code 2, with one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that the caller can do something about: exit code 1, with the sentence alone. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** An error of the caller: something missing, invalid or in conflict. `reason` decides the HTTP status. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: 'not-found' | 'invalid' | 'conflict';
  constructor(reason: 'not-found' | 'invalid' | 'conflict', message: string) {
    super(message);
    this.reason = reason;
  }
}

export const DATABASE_AWAY = 'The database does not answer. Please try again in a moment.';

/** Whether the database could not be reached, or ended the connection; the call may be repeated. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    /^(ECONN(REFUSED|RESET)|ETIMEDOUT|EPIPE|57P0\d|08\w{3}|53300|SQLITE_BUSY)/.test(String(code)) ||
    /^Connection terminated|^timeout expired|timeout exceeded when trying to connect/.test(
      String(message),
    )
  );
}

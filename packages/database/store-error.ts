/** An error of the caller: something missing, invalid or in conflict. `reason` decides the HTTP status. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: 'not-found' | 'invalid' | 'conflict';
  constructor(reason: 'not-found' | 'invalid' | 'conflict', message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The database cannot answer, or cannot be written to, whatever was asked. */
export interface StoreTrouble {
  readonly kind: 'away' | 'locked' | 'full' | 'read-only' | 'damaged';
  readonly status: 503 | 507;
  /** For readers. */
  readonly message: string;
}

/** By the code of an error, or the message of one of PostgreSQL's client, which has none. */
const TROUBLES: readonly (readonly [RegExp, StoreTrouble])[] = [
  [
    /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|53100)/,
    {
      kind: 'full',
      status: 507,
      message: 'Nothing can be saved: the disk of the database is full. Make room, then try again.',
    },
  ],
  [
    /^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/,
    {
      kind: 'damaged',
      status: 503,
      message: 'The database is damaged. An administrator has to restore a backup.',
    },
  ],
  [
    /^(SQLITE_READONLY|EROFS|25006)/,
    {
      kind: 'read-only',
      status: 503,
      message: 'Nothing can be saved: the database can only be read at present.',
    },
  ],
  [
    /^SQLITE_BUSY/,
    {
      kind: 'locked',
      status: 503,
      message:
        'Nothing can be saved: another process is writing to the database. Please try again in a moment.',
    },
  ],
  [
    /^(ECONN(REFUSED|RESET)|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0\d|(08|28)\w{3}$|3D000|53[23]00|58030|SQLITE_IOERR)|^Connection terminated|^timeout (expired|exceeded when trying to connect)/,
    {
      kind: 'away',
      status: 503,
      message: 'The database does not answer. Please try again in a moment.',
    },
  ],
];

/** What is wrong with the database; null if an error has another cause. */
export function storeTrouble(error: unknown): StoreTrouble | null {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const text = typeof code === 'string' ? code : String(message);
  return TROUBLES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

import { expect, test } from 'vitest';
import { StoreError, storeTrouble } from './store-error.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

/** Codes of SQLite (sqlite.org/rescode.html), of Node, and of PostgreSQL (appendix A of its manual). */
test.each([
  ['full', ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100']],
  ['damaged', ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB', 'XX001', 'XX002']],
  ['read-only', ['SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED', 'EROFS', '25006']],
  ['away', ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', '08006']],
  ['locked', ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']],
  ['away', ['SQLITE_IOERR_READ', '57P01', '57P03', '53300', '58030', '28P01', '28000', '3D000']],
  [undefined, ['SQLITE_CONSTRAINT', '23505', '57014', '42P01', 'ENOENT']],
])('%s: %j', (kind, codes) => {
  for (const code of codes) expect([code, storeTrouble(coded(code))?.kind]).toEqual([code, kind]);
});

test('what a caller writes is no trouble of the database', () => {
  const text = 'database or disk is full: Connection terminated';
  for (const error of [
    Object.assign(new Error(text), { name: 'JqlError' }),
    new StoreError('invalid', text),
    new Error(text),
    new Error('28000 is not a project'),
    null,
  ])
    expect(storeTrouble(error)).toBeNull();
});

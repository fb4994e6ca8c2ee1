import { SettingsError } from './settings.ts';

interface StartOptions {
  port: number;
  host: string;
  dataDir: string;
}

/** A message that says what to do; null for an unexpected error. */
export function startError(error: unknown, options: StartOptions): string | null {
  if (error instanceof SettingsError) return error.message;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const message = error instanceof Error ? error.message : String(error);
  const { port, host, dataDir } = options;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop that one, or choose another port: npm start -- --port ${port + 1}`;
  }
  if (code === 'EACCES' && /listen/.test(message)) {
    return `Port ${port} needs rights that you do not have. Choose one above 1023: npm start -- --port 8080`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address '${host}'. Leave --host out, or give one of its own addresses.`;
  }
  if (code === 'ENOSPC' || code === 'SQLITE_FULL' || /ENOSPC|disk is full/i.test(message)) {
    return `The disk is full: nothing can be written to '${dataDir}'. Free some space, or give another folder with --data.`;
  }
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/.test(code)) {
    return `The folder '${dataDir}' cannot be written to. Change its rights, or give another one with --data.`;
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `'${dataDir}' is not a folder. Give another one with --data.`;
  }
  if (code === 'ENOENT') {
    return `The folder '${dataDir}' cannot be made there. Give another one with --data.`;
  }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return `The data in '${dataDir}' is damaged or not Tallyboard's. Give another folder with --data.`;
  }
  if (code === 'ECONNREFUSED') return 'The database that DATABASE_URL names does not answer.';
  return null;
}

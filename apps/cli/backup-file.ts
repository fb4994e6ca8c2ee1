import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupLine } from '@tallyboard/replica/data/backup.ts';
import { CommandError } from './command.ts';
import { PATH_REASONS } from './error-text.ts';

/** Writes a backup as gzipped JSON lines (mode 0600). Atomic: the file appears when it is complete and on disk. */
export async function writeBackup(
  path: string,
  lines: AsyncIterable<BackupLine>,
  onLine: (line: BackupLine) => void,
): Promise<void> {
  const draft = `${path}.part`;
  async function* texts() {
    for await (const line of lines) {
      onLine(line);
      yield `${JSON.stringify(line)}\n`;
    }
  }
  try {
    // One that is left over may be readable by others.
    await rm(draft, { force: true });
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(texts()), createGzip({ level: 6 }), file);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const reason = PATH_REASONS[(error as NodeJS.ErrnoException).code ?? '']?.(path);
    throw reason === undefined ? error : new CommandError(`'${path}' cannot be written: ${reason}`);
  }
}

/** Reads the lines of a backup lazily. Throws CommandError for any other file. */
export async function* readBackup(path: string): AsyncGenerator<BackupLine> {
  if (!(await isGzip(path))) throw new CommandError(`'${path}' is not a backup of Tallyboard.`);
  const text = createReadStream(path).pipe(createGunzip());
  try {
    for await (const line of createInterface({
      input: text,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      yield JSON.parse(line);
    }
  } catch (cause) {
    throw new CommandError(`'${path}' is damaged or incomplete. Nothing was restored.`, {
      cause,
    });
  } finally {
    text.destroy();
  }
}

/** Whether a file is a backup; false also for one that cannot be read. */
export async function isBackup(path: string): Promise<boolean> {
  try {
    if (!(await isGzip(path))) return false;
    for await (const line of readBackup(path)) return 'tallyboard' in line;
    return false;
  } catch {
    return false;
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside the hashed files of a build, once. Returns how many files were written; in a read-only
 * folder none, and files are compressed on the fly.
 */
export async function precompress(webRoot: string): Promise<number> {
  const folder = join(webRoot, 'assets');
  const names = await readdir(folder).catch(() => []);
  const there = new Set(names);
  let written = 0;
  for (const name of names) {
    if (!/\.(js|css|svg|json)$/.test(name) || there.has(`${name}.br`)) continue;
    const content = await readFile(join(folder, name));
    if (content.length < 1024) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    try {
      await writeWhole(join(folder, `${name}.gz`), await asGzip(content, { level: 9 }));
      await writeWhole(join(folder, `${name}.br`), await asBrotli(content, { params }));
    } catch {
      return written;
    }
    written += 2;
  }
  return written;
}

/** Atomic: readers see the whole file or none. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.part`;
  await writeFile(draft, content);
  await rename(draft, path);
}

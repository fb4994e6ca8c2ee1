/** The page that shows a computed report in a file or inside an assistant. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The built page of a checkout is missing. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError';
}

/** `webRoot`: the folder of the built pages. Throws a PageMissingError. */
export async function readFigurePage(webRoot: string): Promise<string> {
  try {
    return await readFile(join(webRoot, 'figure.html'), 'utf8');
  } catch (cause) {
    throw new PageMissingError('The page of figures is not built: run npm run build.', { cause });
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A path of the web app, as its build lists them in routes.json. */
export interface WebRoute {
  /** ':id' stands for a number. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** The call that everything else on the page waits for. */
  readonly data?: string;
}

/** The paths of the built app; the root alone where nothing is built. */
export async function readWebRoutes(root: string): Promise<readonly WebRoute[]> {
  const text = await readFile(join(root, 'routes.json'), 'utf8').catch(() => null);
  return text === null ? [{ path: '/', scripts: [], styles: [] }] : JSON.parse(text);
}

/** Preload tags for the head of the page: the browser fetches these files before the code that asks for them has come. */
export function preloadTags({ scripts, styles, data }: WebRoute, id = ''): string {
  return [
    ...styles.map(file => tag('stylesheet', file)),
    ...scripts.map(file => tag('modulepreload', file)),
    ...(data === undefined ? [] : [tag('preload', data.replace(':id', id), ' as="fetch"')]),
  ].join('');
}

const tag = (rel: string, href: string, more = '') =>
  `\n<link rel="${rel}"${more} crossorigin href="${href}">`;

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { routeOf } from '../router/routes.ts';

const web = join(import.meta.dirname, '..');

/** Whether Vite answers an address itself: its own modules, pages of the app, and files of this folder. */
export function isFromSources(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  if (/^\/(@|node_modules\/|virtual:)/.test(path)) return true;
  if (routeOf(path, parseHostInfo('')).screen !== 'unknown') return true;
  return [web, join(web, 'public')].some(folder =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile(),
  );
}

import type { KeyScope } from '@tallyboard/server-store/access-keys.ts';
import { neededRole } from '../sign-in/changes.ts';

/** The scope that a path needs; the first match counts. Null: no key may call it. Pages are not listed. */
const NEEDED: readonly (readonly [RegExp, KeyScope | null])[] = [
  [/^\/replica\/jira-token(\/|$)/, null],
  [/^\/rest\/tallyboard\/1\/columns(\/|$)/, 'columns'],
  [/^\/rest\/tallyboard\/1\/(keys|display-links)(\/|$)/, 'admin'],
  [/^\/(rest\/tallyboard|odata|metrics)(\/|$)/, 'figures'],
  [/^\/replica($|\/(mirror|saved-reports|dashboards)(\/|$))/, 'figures'],
  [/^\/mcp$/, 'mcp'],
  [/^\/(rest|replica|plugins)(\/|$)/, 'issues'],
];

/** The scope that a call needs: for what changes anything that of administrators. Null: no key may make it. */
export function scopeOf(method: string, path: string): KeyScope | null {
  const needed = NEEDED.find(([pattern]) => pattern.test(path))?.[1] ?? null;
  return needed !== null && neededRole(method, path) !== null ? 'admin' : needed;
}

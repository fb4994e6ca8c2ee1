/**
 * What this reader changed in the custom page's reports, by report, in this browser. Only that is kept: the rest follows
 * the settings that all users share.
 */
import type { Stored } from '@tallyboard/engine/site/global-settings.ts';
import type { Session } from '../start/session.ts';

type Reader = Pick<Session, 'host' | 'site'>;

function nameOf({ host, site }: Reader, selector: number): string {
  return `tallyboard.report.${host.info.baseUrl}.${site.currentUser?.id ?? ''}.${selector}`;
}

/** Null when nothing was kept, or when it cannot be read. */
export function readKept(reader: Reader, selector: number): Stored | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameOf(reader, selector)) ?? 'null');
    return typeof value === 'object' && !Array.isArray(value) ? (value as Stored | null) : null;
  } catch {
    return null;
  }
}

export function keepSettings(reader: Reader, selector: number, stored: Stored): void {
  try {
    const name = nameOf(reader, selector);
    if (Object.keys(stored).length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(stored));
  } catch {
    // A browser that keeps nothing still has them in the address.
  }
}

/** The stored keys of `after` whose values are not those of `before`. */
export function changedSettings(before: Stored, after: Stored): Stored {
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return Object.fromEntries(changed);
}

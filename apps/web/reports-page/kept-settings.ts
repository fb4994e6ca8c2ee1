/** The settings of the custom page's reports as this reader left them, by report, in this browser. */
import type { Stored } from '../start/global-settings.ts';
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
    localStorage.setItem(nameOf(reader, selector), JSON.stringify(stored));
  } catch {
    // A browser that keeps nothing still has them in the address.
  }
}

/** The settings that this user changed in reports of the custom page; other settings follow the shared ones. */
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { readLocal, writeLocal } from '../browser-storage.ts';
import type { Session } from '../start/session.ts';

type Reader = Pick<Session, 'host' | 'site'>;

const keyOf = ({ host, site }: Reader, selector: number): string =>
  `tallyboard.report.${host.info.baseUrl}.${site.currentUser?.id ?? ''}.${selector}`;

/** Null without any. */
export function readKept(reader: Reader, selector: number): Stored | null {
  const stored = storedObject(readLocal(keyOf(reader, selector)));
  return stored && Object.keys(stored).length > 0 ? stored : null;
}

export function keepSettings(reader: Reader, selector: number, stored: Stored): void {
  writeLocal(keyOf(reader, selector), JSON.stringify(stored));
}

/** The stored keys of `after` whose values differ from `before`. */
export function changedSettings(before: Stored, after: Stored): Stored {
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return Object.fromEntries(changed);
}

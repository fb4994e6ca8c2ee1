import { parseJson, readLocal, writeLocal } from '../../browser-storage.ts';

const KEY = 'tallyboard.recent-reports';
const MAX_RECENT = 5;

/** The ids of the saved reports that this browser has opened last, the latest first. */
export function readRecentReports(): readonly string[] {
  const stored = parseJson(readLocal(KEY) ?? '');
  return Array.isArray(stored) ? stored.map(String) : [];
}

export function storeRecentReport(id: string): void {
  const others = readRecentReports().filter(each => each !== id);
  writeLocal(KEY, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}

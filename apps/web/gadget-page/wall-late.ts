import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { MINUTE } from '@tallyboard/core/time/units.ts';
import type { Failure } from '@tallyboard/engine/failure.ts';
import { timeText } from '../frame/report-run.ts';

/** Figures older than this many refresh intervals are late. */
const MAX_INTERVALS = 2;
const HOUR_MINUTES = 60;

/** Says that figures are old, whatever the loads since then did; null while they are not. */
export function lateText(
  at: Instant,
  now: Instant,
  zone: ZoneId,
  refreshMinutes: number,
  failure: Pick<Failure, 'status'> | null,
): string | null {
  const minutes = Math.floor((now - at) / MINUTE);
  const signedOut = failure?.status === 401;
  if (minutes < MAX_INTERVALS * refreshMinutes && !signedOut) return null;
  const since = `since ${timeText(at, zone, now)} (${ageText(minutes)})`;
  return signedOut
    ? `Signed out. No new figures ${since}. Reload this page to sign in.`
    : `Jira has not answered ${since}`;
}

function ageText(minutes: number): string {
  if (minutes === 1) return '1 minute';
  if (minutes < HOUR_MINUTES) return `${minutes} minutes`;
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return `${hours}h ${minutes % HOUR_MINUTES}m`;
}

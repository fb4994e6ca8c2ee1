import { DAY, type Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting, putAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';

const TRIAL_DAYS = 30;

/**
 * The end of the trial of Lite, which begins with the first use; null for Standard and when the stored end is no date.
 * A failed write is logged and tried again at the next start.
 */
export async function fetchTrialEnd(
  client: JiraClient,
  { edition }: Pick<HostInfo, 'edition'>,
  now: Instant,
  signal?: AbortSignal,
): Promise<Instant | null> {
  if (edition === 'standard') return null;
  const end = parseTrialEnd(await fetchAppSetting(client, 'ted', signal));
  if (end !== undefined) return end;
  const first = firstTrialEnd(now);
  try {
    await putAppSetting(client, 'ted', serializeTrialEnd(first), signal);
  } catch (error) {
    if (isAbort(error)) throw error;
    console.warn(error);
  }
  return first;
}

/** The end of a trial that begins now. */
export const firstTrialEnd = (now: Instant): Instant => now + TRIAL_DAYS * DAY;

/**
 * Reads the key 'ted', the end of the trial: undefined when nothing was stored yet, so that the trial begins; null for
 * a value that is no date, which ends the trial and is left as it is.
 */
export function parseTrialEnd(stored: unknown): Instant | null | undefined {
  if (stored === undefined || stored === null || stored === '') return undefined;
  // A date as text in any of the forms that browsers write, which all name a year, or an instant.
  const text = String(stored);
  if (typeof stored === 'object' || !/\d{4}/.test(text)) return null;
  const time = /^\d+$/.test(text) ? Number(text.slice(0, 16)) : Date.parse(text);
  return Math.abs(time) <= MAX_INSTANT ? time : null;
}

/** The last instant that a date can hold. */
const MAX_INSTANT = 8.64e15;

/** How the end of a trial is stored: as the date in ISO form. */
export const serializeTrialEnd = (end: Instant): string => new Date(end).toISOString();

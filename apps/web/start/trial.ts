import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting, putAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { firstTrialEnd, parseTrialEnd, serializeTrialEnd } from './edition.ts';

/**
 * The end of the trial of Lite, which begins with the first use; null for Standard, for a trial that nobody can tell
 * the end of, and where it cannot be read. A failed write is logged: whoever comes next tries again.
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

import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import {
  type AppSettingKey,
  fetchAppSetting,
  fetchAppSettingKeys,
} from '@tallyboard/jira/endpoints/app-settings.ts';

/** The keys under which something was saved. */
export interface SavedKeys {
  /** Keys known from an earlier visit, which are asked for at once. */
  readonly known: Promise<readonly string[]>;
  readonly onKeys: (keys: readonly string[]) => void;
}

/** A shared setting; undefined when it was never saved. A key of no earlier visit is asked for only if the list has it. */
export async function fetchSharedSetting(
  client: JiraClient,
  { known, onKeys }: SavedKeys,
  key: AppSettingKey,
  maxAge: Milliseconds,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const from = client.reusing(maxAge);
  if (from.flavour === 'cloud' && !(await known).includes(key)) {
    const keys = await fetchAppSettingKeys(from, signal);
    onKeys(keys);
    if (!keys.includes(key)) return undefined;
  }
  return fetchAppSetting(from, key, signal);
}

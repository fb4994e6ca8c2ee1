import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import type { Watch } from '../calls.ts';
import { parseGlobalSettings } from './global-settings.ts';
import type { Site } from './site.ts';
import { fetchTrialEnd } from './trial.ts';

export interface SiteSource {
  readonly client: JiraClient;
  readonly info: HostInfo;
  /** A gadget needs no lists to begin with: its form asks for those that it shows. */
  readonly gadget?: boolean;
  readonly now: () => Instant;
  /** Receives the failures of parts that are left out; the console by default. */
  readonly warn?: ((error: unknown) => void) | undefined;
  readonly loadMetadata: () => Promise<Metadata>;
}

/**
 * Learns all of the site that the first screen needs, side by side. Fields, statuses, working time and user must be
 * had; project, boards, epics and stored settings are left out when they cannot be read, and the log says why.
 */
export async function fetchSite(
  source: SiteSource,
  watch: Watch = {},
): Promise<{ readonly site: Site; readonly metadata: Metadata }> {
  const { client, info, gadget = false, now, warn = console.warn, loadMetadata } = source;
  const { signal } = watch;
  const count = counter(watch);
  /** Shells show nothing for these failures: the app goes on without the part. */
  const quietly = async <T>(call: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (isAbort(error)) throw error;
      warn(error);
      return otherwise;
    }
  };
  const lists = gadget ? null : await import('./site-lists.ts');
  const loading = loadMetadata();
  const [metadata, stored, storedFields, trialEnd, project, boards, epics] = await Promise.all([
    count(loading),
    count(quietly(fetchAppSetting(client, 'global-settings', signal), undefined)),
    gadget
      ? undefined
      : count(quietly(fetchAppSetting(client, 'enabled-fields', signal), undefined)),
    count(quietly(fetchTrialEnd(client, info, now(), signal), null)),
    lists ? count(quietly(lists.fetchOwnProject(client, info, signal), null)) : null,
    lists ? count(quietly(lists.fetchOwnBoards(client, info, signal), [])) : [],
    lists ? count(quietly(lists.fetchOwnEpics(client, info, loading, signal), NO_EPICS)) : NO_EPICS,
  ]);
  const { currentUser, hoursPerDay, daysPerWeek, fields, special } = metadata;
  const settings = parseGlobalSettings(stored, storedFields);
  const known = { currentUser, hoursPerDay, daysPerWeek, fields, special };
  const listed = { project, boards, ...epics, ...(gadget && { unlisted: true as const }) };
  return { metadata, site: { ...known, settings, trialEnd, ...listed } };
}

/** Counts calls as they end, for the progress bar. */
function counter({ onProgress }: Watch) {
  let begun = 0;
  let ended = 0;
  return async <T>(call: Promise<T>): Promise<T> => {
    begun++;
    const value = await call;
    onProgress?.((100 * ++ended) / begun);
    return value;
  };
}

const NO_EPICS = { epics: [], epicTotal: 0 };

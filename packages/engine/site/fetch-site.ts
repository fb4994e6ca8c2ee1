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
  /** A gadget starts without lists: its form fetches those that it shows. */
  readonly gadget?: boolean;
  readonly now: () => Instant;
  /** Receives the failures of parts that are left out; the console by default. */
  readonly warn?: ((error: unknown) => void) | undefined;
  readonly loadMetadata: () => Promise<Metadata>;
}

/**
 * Fetches what the first screen needs of the site, concurrently. Fails without fields or statuses; project, boards,
 * epics and stored settings are optional, and `warn` receives their failures.
 */
export async function fetchSite(
  source: SiteSource,
  watch: Watch = {},
): Promise<{ readonly site: Site; readonly metadata: Metadata }> {
  const { client, info, gadget = false, now, warn = console.warn, loadMetadata } = source;
  const { signal } = watch;
  const count = counter(watch);
  /** An optional part: a failure is reported and replaced. */
  const optional = async <T>(call: Promise<T>, otherwise: T): Promise<T> => {
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
    count(optional(fetchAppSetting(client, 'global-settings', signal), MISSING)),
    gadget
      ? undefined
      : count(optional(fetchAppSetting(client, 'enabled-fields', signal), undefined)),
    count(optional(fetchTrialEnd(client, info, now(), signal), null)),
    lists ? count(optional(lists.fetchOwnProject(client, info, signal), null)) : null,
    lists ? count(optional(lists.fetchOwnBoards(client, info, signal), [])) : [],
    lists
      ? count(optional(lists.fetchOwnEpics(client, info, loading, signal), NO_EPICS))
      : NO_EPICS,
  ]);
  const { currentUser, hoursPerDay, daysPerWeek, fields, special } = metadata;
  const settings = parseGlobalSettings(stored === MISSING ? undefined : stored, storedFields);
  const missing = [
    ...(metadata.missing ?? []),
    ...(stored === MISSING ? (['sharedSettings'] as const) : []),
  ];
  const known = { currentUser, hoursPerDay, daysPerWeek, fields, special };
  const listed = { project, boards, ...epics, ...(gadget && { unlisted: true as const }) };
  return {
    metadata,
    site: { ...known, settings, trialEnd, ...listed, ...(missing.length > 0 && { missing }) },
  };
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

const MISSING = Symbol('missing');

const NO_EPICS = { epics: [], epicTotal: 0 };

import type { ProjectRoles } from '@tallyboard/core/people/people-exceptions.ts';
import { CAUTIOUS_POLICY } from '@tallyboard/core/people/people-policy.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Metadata } from '@tallyboard/dataset/load/metadata.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { type JiraClient, METADATA_MS } from '@tallyboard/jira/client.ts';
import { fetchMyRoles } from '@tallyboard/jira/endpoints/site.ts';
import { isAbort, statusOf } from '@tallyboard/jira/errors.ts';
import type { Watch } from '../calls.ts';
import { peopleRule } from '../people/people-rule.ts';
import { parseGlobalSettings } from './global-settings.ts';
import { fetchSharedSetting, type SavedKeys } from './shared-settings.ts';
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
  readonly metadata: Promise<Metadata>;
  readonly savedKeys?: SavedKeys | undefined;
  /** Roles of the reader do not matter. */
  readonly forOthers?: boolean | undefined;
}

/** An optional part: replaced when it fails, or takes much longer than fields and statuses. */
export type OptionalPart = <T, Default>(
  call: Promise<T>,
  otherwise: Default,
) => Promise<T | Default>;

const MISSING = Symbol('missing');

/** How long fields and statuses wait for optional parts. */
const GRACE_MS = 1_000;
/** The same for project and boards, of which agile reports take one by default. A large site lists thousands of boards. */
const LISTS_GRACE_MS = 5_000;

/**
 * Fetches what the first screen needs of the site, concurrently. Fails without fields or statuses; project, boards and
 * stored settings are optional, and `warn` receives their failures.
 */
export async function fetchSite(
  source: SiteSource,
  { signal, onProgress }: Watch = {},
): Promise<Site> {
  const { client, info, gadget = false, now, warn = console.warn, savedKeys = NO_KEYS } = source;
  let begun = 0;
  let ended = 0;
  const count = async <T>(call: Promise<T>): Promise<T> => {
    begun++;
    const value = await call;
    onProgress?.((100 * ++ended) / begun);
    return value;
  };
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (ms: number) =>
    source.metadata.then(
      () =>
        new Promise(resolve => {
          timers.push(setTimeout(resolve, ms));
        }),
    );
  const within = (ms: number): OptionalPart => {
    const late = after(ms);
    return (call, otherwise) =>
      count(
        Promise.race([call, late.then(() => otherwise)]).catch(error => {
          if (isAbort(error)) throw error;
          warn(error);
          return otherwise;
        }),
      );
  };
  const optional = within(GRACE_MS);
  let hasNone = false;
  const fetchLists = async () =>
    (await import('./site-lists.ts')).fetchSiteLists(source, within(LISTS_GRACE_MS), signal);
  const [metadata, stored, storedFields, trialEnd, lists] = await Promise.all([
    count(source.metadata),
    optional(
      fetchSharedSetting(client, savedKeys, 'global-settings', 0, signal).catch(error => {
        hasNone = isRefused(error);
        throw error;
      }),
      MISSING,
    ),
    gadget
      ? undefined
      : optional(
          fetchSharedSetting(client, savedKeys, 'enabled-fields', METADATA_MS, signal),
          undefined,
        ),
    optional(fetchTrialEnd(client, info, now(), signal), null),
    gadget ? NO_LISTS : fetchLists(),
  ]).finally(() => timers.forEach(clearTimeout));
  const { currentUser, locale, hoursPerDay, daysPerWeek, fields, special } = metadata;
  const missing = [
    ...(metadata.missing ?? []),
    ...(stored === MISSING ? (['sharedSettings'] as const) : []),
  ];
  const settings = parseGlobalSettings(stored === MISSING ? undefined : stored, storedFields);
  const usesRoles = !source.forOthers && peopleRule({ settings }).exceptions.length > 0;
  // Without them no exception holds.
  const { roles, projectRoles } = usesRoles
    ? await fetchRoles(client, info, signal).catch(error => {
        if (isAbort(error)) throw error;
        warn(error);
        return NO_ROLES;
      })
    : NO_ROLES;
  return {
    currentUser,
    ...(locale && { locale }),
    hoursPerDay,
    daysPerWeek,
    fields,
    special,
    settings: {
      ...settings,
      ...(stored === MISSING && !hasNone && { figuresOnPeople: CAUTIOUS_POLICY }),
    },
    ...(roles.length > 0 && { roles }),
    ...(Object.keys(projectRoles).length > 0 && { projectRoles }),
    trialEnd,
    ...lists,
    ...(missing.length > 0 && { missing }),
    ...(metadata.notCopied && { notCopied: metadata.notCopied }),
    ...(metadata.incomplete && { incomplete: metadata.incomplete }),
  };
}

/**
 * Our own server says the roles of an account, and over a mirror those in projects too, which Jira tells no reader. In front of a Jira
 * it says none: the groups of its token are not those of who looks.
 */
async function fetchRoles(
  client: JiraClient,
  { standalone }: HostInfo,
  signal: AbortSignal | undefined,
): Promise<typeof NO_ROLES> {
  const { own, projects, groups } = await fetchMyRoles(client, signal);
  if (own) return { roles: own, projectRoles: projects };
  return standalone ? NO_ROLES : { ...NO_ROLES, roles: groups.map(name => `group:${name}`) };
}

const NO_ROLES: { readonly roles: readonly string[]; readonly projectRoles: ProjectRoles } = {
  roles: [],
  projectRoles: {},
};

/** A Jira without our app refuses to hand out its settings: there is no policy then. */
function isRefused(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

const NO_KEYS: SavedKeys = { known: Promise.resolve([]), onKeys: () => {} };

const NO_LISTS = {
  project: null,
  boards: [],
  epics: [],
  epicTotal: 0,
  unlisted: true,
} as const;

import type { NotCopied, SitePart } from '@tallyboard/core/model/context.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId, StatusId } from '@tallyboard/core/model/ids.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import {
  fetchConfiguration,
  fetchFields,
  fetchMyself,
  fetchStatuses,
  type Myself,
} from '@tallyboard/jira/endpoints/site.ts';
import { isAbort, statusOf } from '@tallyboard/jira/errors.ts';
import { findSpecialFields, normalizeField } from '@tallyboard/jira/fields.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { numberIn, type Repair } from '@tallyboard/records/values.ts';

/** The user of a profile. Null without an account: our own server has none for a person who is not signed in. */
export function userOfJira(pool: Pool, myself: Myself | null): User | null {
  return (myself?.accountId ?? myself?.key ?? myself?.name) ? pool.user(myself) : null;
}

/** What a load needs to know of the site. */
export interface Metadata {
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly statuses: ReadonlyMap<StatusId, Status>;
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  /** Null when nobody is signed in. */
  readonly currentUser: User | null;
  /** Locale of the current user's profile, as 'en_GB'; absent where it names none. */
  readonly locale?: string;
  /** Parts whose calls failed, so that their defaults are in use, and unfinished imports. */
  readonly missing?: readonly SitePart[];
  /** Issues that a mirror of Jira could not copy. */
  readonly notCopied?: NotCopied;
  /** Why an import lacks or hides issues, in sentences. */
  readonly incomplete?: readonly string[];
  /** What could not be read of the lists of fields and statuses. */
  readonly lost?: readonly Repair[];
}

/** The custom fields that columns have: all of the site. */
export const storedFields = ({ fields }: Metadata): readonly FieldId[] =>
  fields.filter(({ custom }) => custom).map(({ id }) => id);

const DEFAULT_HOURS = 8;
const DEFAULT_DAYS = 5;

function positive(value: unknown): number | null {
  const number = numberIn(value);
  return number !== null && number > 0 ? number : null;
}

/** Statuses that say that the viewer has no such thing. */
const ANSWERS: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Fetches fields, statuses, working time and the current user concurrently. Working time falls back to 8 hours and 5
 * days, the user to null; `missing` names those that failed for other reasons than missing rights, and an unfinished import. Throws
 * without fields or statuses.
 */
export async function loadMetadata(client: JiraClient, signal?: AbortSignal): Promise<Metadata> {
  const missing: SitePart[] = [];
  const optional = (part: SitePart) => (error: unknown) => {
    const status = statusOf(error);
    if (isAbort(error) || status === null) throw error;
    if (!ANSWERS.has(status)) missing.push(part);
    return null;
  };
  const [fields, statuses, configuration, myself] = await Promise.all([
    fetchFields(client, signal),
    fetchStatuses(client, signal),
    fetchConfiguration(client, signal).catch(optional('timeTracking')),
    fetchMyself(client, signal).catch(optional('profile')),
  ]);
  const pool = new Pool();
  for (const status of statuses.records) pool.status(status);
  const lost = [...fields.lost, ...statuses.lost];
  const time = configuration?.timeTrackingConfiguration;
  if (configuration?.['tallyboard.unfinishedImport']) missing.push('import');
  const notCopied = configuration?.['tallyboard.notCopied'];
  const incomplete = configuration?.['tallyboard.incomplete'];
  return {
    fields: fields.records.map(normalizeField),
    special: findSpecialFields(fields.records),
    statuses: pool.statuses,
    hoursPerDay: positive(time?.workingHoursPerDay) ?? DEFAULT_HOURS,
    daysPerWeek: positive(time?.workingDaysPerWeek) ?? DEFAULT_DAYS,
    currentUser: userOfJira(pool, myself),
    ...(myself?.locale && { locale: myself.locale }),
    ...(missing.length > 0 && { missing }),
    ...(notCopied && { notCopied }),
    ...(incomplete && { incomplete }),
    ...(lost.length > 0 && { lost }),
  };
}

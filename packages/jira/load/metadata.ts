import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { JiraClient } from '../client.ts';
import { fetchConfiguration, fetchFields, fetchMyself, fetchStatuses } from '../endpoints/site.ts';
import { isAbort, statusOf } from '../errors.ts';
import { findSpecialFields, normalizeField } from '../fields.ts';
import { Pool } from '../normalize/pool.ts';
import { normalizeStatus } from '../normalize/site.ts';

/** What a load needs to know of the site. */
export interface Metadata {
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly statuses: ReadonlyMap<StatusId, Status>;
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  /** Null when nobody is signed in. */
  readonly currentUser: User | null;
}

const DEFAULT_HOURS = 8;
const DEFAULT_DAYS = 5;

/**
 * Fetches fields, statuses, working time and the current user concurrently. Working time falls back to 8 hours and 5
 * days, the user to null. Throws without fields or statuses.
 */
export async function loadMetadata(client: JiraClient, signal?: AbortSignal): Promise<Metadata> {
  const [fields, statuses, configuration, myself] = await Promise.all([
    fetchFields(client, signal),
    fetchStatuses(client, signal),
    fetchConfiguration(client, signal).catch(unlessAborted),
    fetchMyself(client, signal).catch(unlessAborted),
  ]);
  const time = configuration?.timeTrackingConfiguration;
  return {
    fields: fields.map(normalizeField),
    special: findSpecialFields(fields),
    statuses: new Map(statuses.map(normalizeStatus).map(status => [status.id, status])),
    hoursPerDay: time?.workingHoursPerDay || DEFAULT_HOURS,
    daysPerWeek: time?.workingDaysPerWeek || DEFAULT_DAYS,
    currentUser: new Pool().user(myself),
  };
}

/** A part that may be missing: the failure of a call gives null, anything else stays an error. */
function unlessAborted(error: unknown): null {
  if (isAbort(error) || statusOf(error) === null) throw error;
  return null;
}

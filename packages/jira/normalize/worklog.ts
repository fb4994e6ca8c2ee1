import type { Worklog } from '@tallyboard/core/model/issue.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import { WireError } from '../errors.ts';
import type { WireWorklog } from '../wire/issue.ts';
import { flattenText } from './adf.ts';
import type { Pool } from './pool.ts';

const NO_WORKLOGS: readonly Worklog[] = [];

/** Worklogs sorted by start. Throws WireError for a time that cannot be read. */
export function normalizeWorklogs(wires: readonly WireWorklog[], pool: Pool): readonly Worklog[] {
  if (wires.length === 0) return NO_WORKLOGS;
  const worklogs = wires.map(wire => normalizeWorklog(wire, pool));
  return worklogs.sort((a, b) => a.started - b.started);
}

function normalizeWorklog(wire: WireWorklog, pool: Pool): Worklog {
  const started = parseInstant(wire.started);
  if (Number.isNaN(started))
    throw new WireError(`worklog ${wire.id} started`, 'a timestamp', wire.started);
  const created = wire.created ? parseInstant(wire.created) : Number.NaN;
  return {
    created: Number.isNaN(created) ? null : created,
    id: typeof wire.id === 'string' ? wire.id : String(wire.id),
    started,
    spentSeconds: wire.timeSpentSeconds,
    author: pool.user(wire.author),
    comment: wire.comment ? flattenText(wire.comment) : '',
  };
}

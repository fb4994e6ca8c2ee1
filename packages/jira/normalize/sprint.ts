import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint, SprintState } from '@tallyboard/core/model/sprint.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { readSprint } from '@tallyboard/records/sprint.ts';
import { Report } from '@tallyboard/records/values.ts';
import * as v from 'valibot';
import { maybe, numberId } from '../wire/parse.ts';

const time = maybe(
  v.pipe(v.string(), v.regex(/^(?:\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))?$/)),
);

const WireSprint = v.object({
  id: numberId<SprintId>(),
  name: v.string(),
  state: v.pipe(v.string(), v.regex(/^(?:active|closed|future)$/i)),
  originBoardId: maybe(v.number()),
  boardId: maybe(v.number()),
  startDate: time,
  /** When it was really started. */
  activatedDate: time,
  endDate: time,
  completeDate: time,
  goal: maybe(v.string()),
});
export type WireSprint = v.InferOutput<typeof WireSprint>;

/** A sprint from the agile API or from the Sprint field's objects. */
export function normalizeSprint(wire: WireSprint): Sprint {
  return {
    id: wire.id,
    name: wire.name,
    state: sprintState(wire.state),
    boardId: (wire.originBoardId ?? wire.boardId ?? null) as BoardId | null,
    start: instantOrNull(wire.activatedDate || wire.startDate),
    end: instantOrNull(wire.endDate),
    complete: instantOrNull(wire.completeDate),
    goal: wire.goal || null,
  };
}

export const SprintSchema = v.pipe(WireSprint, v.transform(normalizeSprint));

const SILENT = new Report(() => {});

/**
 * A sprint of an issue, from an object of Cloud or a text of Data Center; null for anything else, and for an id alone.
 */
export function parseSprint(value: unknown, report = SILENT): Sprint | null {
  const read = readSprint(value, report);
  return isWireSprint(read) ? normalizeSprint(read) : null;
}

export function isWireSprint(value: unknown): value is WireSprint {
  const { id, name, state } = Object(value);
  return typeof id === 'number' && typeof name === 'string' && typeof state === 'string';
}

function sprintState(state: string): SprintState {
  const lower = state.toLowerCase();
  return lower === 'active' || lower === 'closed' ? lower : 'future';
}

export function instantOrNull(text: string | null | undefined): Instant | null {
  if (!text) return null;
  const instant = parseInstant(text);
  return Number.isNaN(instant) ? null : instant;
}

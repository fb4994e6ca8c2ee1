import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint, SprintState } from '@tallyboard/core/model/sprint.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import * as v from 'valibot';
import { maybe, numberId } from '../wire/parse.ts';

const WireSprint = v.object({
  id: numberId<SprintId>(),
  name: v.string(),
  state: v.string(),
  originBoardId: maybe(v.number()),
  boardId: maybe(v.number()),
  startDate: maybe(v.string()),
  endDate: maybe(v.string()),
  completeDate: maybe(v.string()),
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
    start: instantOrNull(wire.startDate),
    end: instantOrNull(wire.endDate),
    complete: instantOrNull(wire.completeDate),
    goal: wire.goal || null,
  };
}

export const SprintSchema = v.pipe(WireSprint, v.transform(normalizeSprint));

/** Data Center writes the members of a Sprint as text; names and goals may hold any of the signs between them. */
const MEMBER =
  /(?:\[|,)(id|rapidViewId|state|name|startDate|endDate|completeDate|activatedDate|sequence|goal|synced|autoStartStop|incompleteIssuesDestinationId)=/g;

/** A sprint from Data Center's text, 'com.atlassian...Sprint@4263b21c[id=444,...]'; null when it is no such text. */
export function parseSprintText(text: string): Sprint | null {
  const start = text.indexOf('[');
  const end = text.lastIndexOf(']');
  if (start < 0 || end < start) return null;
  const members = new Map<string, string>();
  const hits = [...text.slice(0, end).matchAll(MEMBER)].filter(hit => hit.index >= start);
  hits.forEach((hit, index) => {
    const from = hit.index + hit[0].length;
    const value = text.slice(from, hits[index + 1]?.index ?? end);
    const name = hit[1] ?? '';
    // A name such as 'Team,id=5' repeats a key: the first one is the sprint's own.
    if (!members.has(name)) members.set(name, value === '<null>' ? '' : value);
  });
  const id = Number(members.get('id'));
  if (!members.get('id') || !Number.isInteger(id)) return null;
  const board = Number(members.get('rapidViewId') || Number.NaN);
  return normalizeSprint({
    id: id as SprintId,
    name: members.get('name') ?? '',
    state: members.get('state') ?? '',
    boardId: Number.isInteger(board) ? board : null,
    startDate: members.get('activatedDate') || members.get('startDate'),
    endDate: members.get('endDate'),
    completeDate: members.get('completeDate'),
    goal: members.get('goal'),
  });
}

/** A sprint from an object of Cloud or a text of Data Center; null for anything else. */
export function readSprint(value: unknown): Sprint | null {
  if (typeof value === 'string') return parseSprintText(value);
  return isWireSprint(value) ? normalizeSprint(value) : null;
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

import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint, SprintState } from '@tallyboard/core/model/sprint.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { WireSprint } from '../wire/board.ts';

/** A sprint from the agile API or from the Sprint field's objects. */
export function normalizeSprint(wire: WireSprint): Sprint {
  return {
    id: wire.id as SprintId,
    name: wire.name,
    state: sprintState(wire.state),
    boardId: (wire.originBoardId ?? wire.boardId ?? null) as BoardId | null,
    start: instantOrNull(wire.startDate),
    end: instantOrNull(wire.endDate),
    complete: instantOrNull(wire.completeDate),
    goal: wire.goal || null,
  };
}

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
  return {
    id: id as SprintId,
    name: members.get('name') ?? '',
    state: sprintState(members.get('state') ?? ''),
    boardId: Number.isInteger(board) ? (board as BoardId) : null,
    start: instantOrNull(members.get('activatedDate') || members.get('startDate')),
    end: instantOrNull(members.get('endDate')),
    complete: instantOrNull(members.get('completeDate')),
    goal: members.get('goal') || null,
  };
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

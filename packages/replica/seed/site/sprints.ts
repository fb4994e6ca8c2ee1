import { DAY, weekdayOf } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Person } from './people.ts';
import { VOCABULARIES } from './phrases.ts';
import type source from './projects.json';

export interface SprintDef {
  readonly id: number;
  readonly name: string;
  readonly boardId: number;
  readonly state: 'closed' | 'active' | 'future';
  readonly start: number;
  readonly end: number;
  /** Infinite unless closed. */
  readonly complete: number;
  readonly document: Record<string, unknown>;
}

const iso = (instant: number) => new Date(instant).toISOString();

/** Two weeks, Monday to Friday; closed minutes late, sometimes on the next Monday. */
export function makeSprints(
  outline: (typeof source.projects)[number],
  boardId: number,
  lead: Person,
  asOf: number,
  random: Random,
): SprintDef[] {
  if (outline.closedSprints === 0) return [];
  const clock = lead.clock;
  const today = clock.dayOf(asOf);
  const latest = today - outline.activeSprintDays;
  const activeMonday = latest - ((weekdayOf(latest) + 6) % 7);
  const sprints: SprintDef[] = [];
  for (let n = 0; n <= outline.closedSprints + 1; n++) {
    const monday = activeMonday + (n - outline.closedSprints) * 14;
    const state =
      n < outline.closedSprints ? 'closed' : n === outline.closedSprints ? 'active' : 'future';
    const start = clock.at(monday, 10 * 60 + random.int(35)) + random.int(60_000);
    const end = clock.at(monday + 11, 17 * 60);
    const late = random.chance(0.25)
      ? clock.at(monday + 14, 9 * 60 + random.int(45))
      : end + (4 + random.int(50)) * 60_000;
    const complete = state === 'closed' ? late + random.int(60_000) : Number.POSITIVE_INFINITY;
    const id = boardId * 100 + n + 1;
    const name = `${outline.key} Sprint ${n + 1}`;
    const theme = random.pick(VOCABULARIES[outline.key]?.themes ?? ['Delivery']);
    // Future sprints have no dates, as on most boards.
    const dates =
      state === 'future'
        ? {}
        : {
            startDate: iso(start),
            endDate: iso(end),
            ...(state === 'closed' && { completeDate: iso(complete) }),
            createdDate: iso(start - 15 * DAY),
          };
    const document = { id, state, name, ...dates, originBoardId: boardId, goal: `Goal: ${theme}` };
    sprints.push({ id, name, boardId, state, start, end, complete, document });
  }
  return sprints;
}

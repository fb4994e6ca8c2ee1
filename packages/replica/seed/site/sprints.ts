import { DAY, weekdayOf } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Person } from './people.ts';
import type { Vocabulary } from './phrases.ts';
import type source from './projects.json';

export type SprintDef = ReturnType<typeof makeSprints>[number];

const iso = (instant: number) => new Date(instant).toISOString();

/** Two weeks, Monday to Friday; closed minutes late, sometimes on the next Monday. */
export function makeSprints(
  outline: Pick<(typeof source.projects)[number], 'key' | 'closedSprints' | 'activeSprintDays'> & {
    words: Vocabulary;
  },
  boardId: number,
  lead: Person,
  asOf: number,
  random: Random,
) {
  const { closedSprints, activeSprintDays, key, words } = outline;
  const { clock } = lead;
  const latest = clock.dayOf(asOf) - activeSprintDays;
  const activeMonday = latest - ((weekdayOf(latest) + 6) % 7);
  return Array.from({ length: closedSprints === 0 ? 0 : closedSprints + 2 }, (_, n) => {
    const monday = activeMonday + (n - closedSprints) * 14;
    const state = n < closedSprints ? 'closed' : n === closedSprints ? 'active' : 'future';
    const start = clock.at(monday, 10 * 60 + random.int(35)) + random.int(60_000);
    const end = clock.at(monday + 11, 17 * 60);
    const late = random.chance(0.25)
      ? clock.at(monday + 14, 9 * 60 + random.int(45))
      : end + (4 + random.int(50)) * 60_000;
    // Infinite unless closed.
    const complete = state === 'closed' ? late + random.int(60_000) : Number.POSITIVE_INFINITY;
    const id = boardId * 100 + n + 1;
    const name = `${key} Sprint ${n + 1}`;
    const theme = random.pick(words.themes);
    const dates = {
      startDate: iso(start),
      endDate: iso(end),
      ...(state === 'closed' && { completeDate: iso(complete) }),
      createdDate: iso(start - 15 * DAY),
    };
    const document = {
      id,
      state,
      name,
      // Future sprints have no dates, as on most boards.
      ...(state !== 'future' && dates),
      originBoardId: boardId,
      goal: `Goal: ${theme}`,
    };
    return { id, name, state, start, complete, document } as const;
  });
}

/** Random histories as sites really have them, against a few plain lines over the moves that made them. */

import { allRows } from '@tallyboard/core/measure/figures.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { context, dataset, issue, status } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import computeCumulativeFlow from './cumulative-flow/compute.ts';
import { cumulativeFlowSettings } from './cumulative-flow/settings.ts';
import { cumulativeFlowTable } from './cumulative-flow/table.ts';
import computeCycleTime from './cycle-time/compute.ts';
import { cycleTimeSettings } from './cycle-time/settings.ts';
import { cycleTimeTable } from './cycle-time/table.ts';
import computeFlowEfficiency from './flow-efficiency/compute.ts';
import { flowEfficiencySettings } from './flow-efficiency/settings.ts';
import { flowEfficiencyTable } from './flow-efficiency/table.ts';
import computeForecast from './forecast/compute.ts';
import { forecastSettings } from './forecast/settings.ts';
import { forecastTable } from './forecast/table.ts';
import computeThroughput from './throughput/compute.ts';
import { throughputSettings } from './throughput/settings.ts';
import { throughputTable } from './throughput/table.ts';
import { statusTimes } from './time-in-status/status-times.ts';
import computeWipAge from './wip-age/compute.ts';
import { wipAgeSettings } from './wip-age/settings.ts';
import { wipAgeTable } from './wip-age/table.ts';

const NAMES = ['To Do', 'Doing', 'Review', 'Done'] as const;
const CATEGORIES = ['to-do', 'in-progress', 'in-progress', 'done'] as const;
const STATUSES = NAMES.map((name, at) => status(name, CATEGORIES[at] ?? 'none', String(at)));
const CREATED = Date.UTC(2026, 2, 2, 15);
const AS_OF = CREATED + 20 * DAY;

/** The moves of an issue in their true order: a status, and the day of the move, often that of the move before. */
const aStory = fc.record({
  first: fc.nat({ max: 3 }),
  moves: fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 4 })), { maxLength: 7 }),
  ids: fc.array(fc.nat({ max: 1000 }), { minLength: 7, maxLength: 7 }),
  received: fc.constantFrom('all', 'without first', 'without last', 'none'),
});
type Story = typeof aStory extends fc.Arbitrary<infer Value> ? Value : never;

/** Each move with its instant; one to the same status is none. */
function movesOf({ first, moves }: Story) {
  let [at, now] = [CREATED, first];
  return moves.flatMap(([to, days]) => {
    at += days * DAY;
    if (to === now) return [];
    const move = { at, from: now, to };
    now = to;
    return at <= AS_OF ? [move] : [];
  });
}

/** A history may lack its last move without a trace: the only one, and one after moves that could end in its status. */
function receivedOf(story: Story) {
  const instants = movesOf(story).map(({ at }) => at);
  const isTraced = instants.length > 1 && new Set(instants).size === instants.length;
  return story.received === 'without last' && !isTraced ? 'all' : story.received;
}

function issueOf(story: Story, row: number): Issue {
  const moves = movesOf(story);
  const received = receivedOf(story);
  const changes = {
    all: moves,
    none: [],
    'without first': moves.slice(1),
    'without last': moves.slice(0, -1),
  }[received];
  const last = moves.at(-1);
  const now = STATUSES[last?.to ?? story.first];
  const isDone = now?.category === 'done';
  return issue({
    key: `R-${row}`,
    created: CREATED,
    ...(now && { status: now }),
    resolved: isDone ? (last?.at ?? CREATED) : null,
    statusCategoryChanged: null,
    historyComplete: received === 'all' || received === 'without last',
    changes: changes.map(({ at, from, to }, place): Change => {
      return {
        at,
        // Ids say nothing of the order of one instant.
        historyId: String(story.ids[place]),
        author: null,
        field: 'status',
        fieldId: null,
        fieldName: 'status',
        from: String(from),
        fromText: NAMES[from] ?? null,
        to: String(to),
        toText: NAMES[to] ?? null,
      };
    }),
  });
}

/** What is true: days in each status until the end, and the first and last day in progress and done. */
function truthOf(story: Story) {
  const moves = movesOf(story);
  const steps = [{ at: CREATED, to: story.first }, ...moves];
  const inStatus = [0, 0, 0, 0];
  steps.forEach(({ at, to }, place) => {
    inStatus[to] = (inStatus[to] ?? 0) + (steps[place + 1]?.at ?? AS_OF) - at;
  });
  const started = steps.find(({ to }) => to > 0)?.at ?? null;
  const lastOpen = steps.findLastIndex(({ to }) => to < 3);
  const finished = steps[lastOpen + 1]?.at ?? null;
  return { inStatus, started, finished };
}

const siteOf = (issues: readonly Issue[]): Dataset =>
  dataset(issues, { statuses: new Map(STATUSES.map(each => [each.id as StatusId, each])) });

const notedIn = (notes: readonly Note[]) => new Set(notes.flatMap(note => [...note.issues]));
const AT = context({ asOf: AS_OF });
const ALL = { types: 'all', lastDays: 0 } as const;

describe('histories with changes of one instant, cut at either end, or not received', () => {
  const stories = fc.array(aStory, { minLength: 1, maxLength: 8 });

  it('have the true times in status where they are whole or dated', () => {
    fc.assert(
      fc.property(stories, all => {
        const data = siteOf(all.map(issueOf));
        const times = statusTimes(data, {
          statusBy: 'status',
          stopAt: null,
          asOf: AS_OF,
          rows: allRows(data.issues.length),
          calendar: null,
        });
        all.forEach((story, row) => {
          const { inStatus } = truthOf(story);
          const own = [0, 0, 0, 0];
          for (let at = times.starts[row] ?? 0; at < (times.starts[row + 1] ?? 0); at++) {
            const label = times.columns[times.column[at] ?? 0]?.label;
            own[NAMES.findIndex(name => name === label)] = times.time[at] ?? 0;
          }
          const received = receivedOf(story);
          // The last step of a resolved issue is dated by its resolution.
          const isDated = received === 'without last' && data.issues[row]?.resolved !== null;
          if (received === 'all' || isDated) expect(own).toEqual(inStatus);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('have the true start and finish in every report, or a note', () => {
    fc.assert(
      fc.property(stories, all => {
        const data = siteOf(all.map(issueOf));
        const cycle = computeCycleTime(data, { ...cycleTimeSettings.defaults, ...ALL }, AT);
        const wip = computeWipAge(data, { ...wipAgeSettings.defaults, ...ALL }, AT);
        const flow = computeCumulativeFlow(
          data,
          { ...cumulativeFlowSettings.defaults, ...ALL, lastDays: 90 },
          AT,
        );
        const finishes = computeThroughput(
          data,
          { ...throughputSettings.defaults, types: 'all' },
          AT,
        );
        const place = new Map([...cycle.result.finished.rows].map((row, at) => [row, at]));
        const inProgress = new Set(wip.result.total.count.issues);
        const noted = notedIn([...cycle.notes, ...wip.notes]);
        all.forEach((story, row) => {
          const { started, finished } = truthOf(story);
          const at = place.get(row);
          const own = at === undefined ? null : cycle.result.finished;
          const isTrue =
            (finished === null) === (own === null) &&
            (own === null || (own.start[at ?? 0] === started && own.finish[at ?? 0] === finished));
          const isOpen = started !== null && finished === null;
          if (!isTrue || inProgress.has(row) !== isOpen) expect(noted).toContain(row);
        });
        // One work in progress on all screens.
        expect(flow.result.total.wip.value).toBe(inProgress.size);
        expect(flow.result.days.at(-1)?.wip).toBe(inProgress.size);
        expect(finishes.result.total.wip.value).toBe(inProgress.size);
        // Never more finished than are done, and Done is not reached before.
        const dones = data.issues.filter(each => each.status.category === 'done').length;
        expect(finishes.result.total.finished.value).toBeLessThanOrEqual(dones);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a day without events has one answer at all of its hours', () => {
  const story = Array.from({ length: 120 }, (_, day) => {
    const text = new Date(Date.UTC(2025, 10, 1 + day)).toISOString().slice(0, 10);
    const next = new Date(Date.UTC(2025, 10, 3 + day)).toISOString().slice(0, 10);
    return `H-${day} created:"2025-10-20" | ${text} 09:00 started${day < 110 ? ` | ${next} 16:00 done` : ''}`;
  });
  const data = datasetFromText(story.join('\n'));
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`);
  const at = (hour: string) => context({ asOf: instantFromText(`2026-03-05 ${hour}`) });

  test.each([
    [
      'cycle-time',
      (hour: string) => {
        const { result } = computeCycleTime(data, cycleTimeSettings.defaults, at(hour));
        return plainTable(cycleTimeTable(result));
      },
    ],
    [
      'wip-age',
      (hour: string) => {
        const { result } = computeWipAge(data, wipAgeSettings.defaults, at(hour));
        return plainTable(wipAgeTable(result));
      },
    ],
    [
      'cumulative-flow',
      (hour: string) => {
        const settings = cumulativeFlowSettings.defaults;
        const { result } = computeCumulativeFlow(data, settings, at(hour));
        return plainTable(cumulativeFlowTable(result, settings, at(hour)));
      },
    ],
    [
      'throughput',
      (hour: string) => {
        const { result } = computeThroughput(data, throughputSettings.defaults, at(hour));
        return [plainTable(throughputTable(result)), result.xmr];
      },
    ],
    [
      'flow-efficiency',
      (hour: string) => {
        const settings = { ...flowEfficiencySettings.defaults, waitColumns: ['In Progress'] };
        return plainTable(
          flowEfficiencyTable(computeFlowEfficiency(data, settings, at(hour)).result),
        );
      },
    ],
    [
      'forecast',
      (hour: string) => {
        const settings = forecastSettings.defaults;
        const { result } = computeForecast(data, settings, at(hour));
        return [plainTable(forecastTable(result, settings, at(hour))), result.trackRecord];
      },
    ],
  ] as const)('%s', (_, ask) => {
    const [first, ...others] = hours.map((hour): unknown => ask(hour));
    for (const other of others) expect(other).toEqual(first);
  });
});

import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, SlaCycle } from '@tallyboard/core/model/issue.ts';
import {
  issue as built,
  context,
  DONE,
  dataset,
  slaCycle,
} from '@tallyboard/core/testing/builders.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import computeDeskBacklog from './compute.ts';
import { deskBacklogHeadline } from './headline.ts';
import { type DeskBacklogSettings, deskBacklogSettings } from './settings.ts';
import { deskBacklogTable } from './table.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Wednesday noon in UTC. */
const ASOF = Date.UTC(2026, 2, 11, 12);
const NOW = context({ asOf: ASOF, zone: 'UTC' });
const MONDAY = Date.UTC(2026, 2, 9, 10);
const FIELD = 'customfield_1' as FieldId;

const desk = (ongoing: Partial<SlaCycle> | null, completed: readonly SlaCycle[] = []) =>
  new Map([
    [
      FIELD,
      { name: 'Lösung', completed, ongoing: ongoing && slaCycle({ start: MONDAY, ...ongoing }) },
    ],
  ]);

const done = (resolved: number) => ({
  resolved,
  status: DONE,
  resolution: { id: '1', name: 'Done' },
});

function run(issues: readonly Issue[], init: Partial<DeskBacklogSettings> = {}) {
  const settings = { ...deskBacklogSettings.defaults, lastDays: 3, ...init };
  const { result, notes } = computeDeskBacklog(dataset(issues), settings, NOW);
  const csv = csvText(plainTable(deskBacklogTable(result))).split('\r\n');
  return { result, csv, settings, codes: notes.map(({ code }) => code) };
}

const STORY = [
  built({ key: 'ITS-1', created: MONDAY, ...done(MONDAY + DAY), slas: desk(null) }),
  built({
    key: 'ITS-2',
    created: MONDAY,
    slas: desk({ breach: MONDAY + DAY, breached: true, paused: false }),
  }),
  built({
    key: 'ITS-3',
    created: MONDAY + DAY,
    slas: desk({ start: MONDAY + DAY, breached: false }),
  }),
  built({ key: 'ITS-4', created: ASOF - 60 * DAY }),
  built({ key: 'ITS-5', created: ASOF - 9 * DAY, slas: desk({ start: ASOF - DAY }) }),
];

it('counts open issues at the end of each day by age and SLA', () => {
  const { csv, codes } = run(STORY);
  expect(csv).toEqual([
    'Day,Created,Resolved,Open,SLA breached,SLA within goal,No ongoing SLA,SLA unknown,Up to 1 day,1 to 7 days,7 to 30 days,Over 30 days',
    '2026-03-09,2,0,4,0,1,3,0,2,0,1,1',
    '2026-03-10,1,1,4,1,1,1,1,1,1,1,1',
    '2026-03-11,0,0,4,1,1,1,1,0,2,1,1',
    'Total,3,1,4,1,1,1,1,0,2,1,1',
    '',
  ]);
  expect(codes).toContain('sla-state-unknown');
});

it('says how long the work lasts at the rate of 30 days', () => {
  const { result, settings } = run(STORY);
  // 4 open, 1 resolved in 30 days.
  expect(result.daysOfWork).toBe(120);
  expect(deskBacklogHeadline(result, settings)).toMatchObject({
    figures: [{ text: '4' }, { text: '1' }, { text: '3' }, { text: '1' }, { text: '120' }],
    sentence: 'The backlog grew by 2 issues.',
  });
  expect(run([STORY[1]!]).result.daysOfWork).toBeNull();
});

it('takes one SLA by its name, and none of another name', () => {
  expect(run(STORY, { sla: 'lösung' }).result.total.breached.value).toBe(1);
  expect(run(STORY, { sla: 'Other' }).result.total).toMatchObject({
    breached: { value: 0 },
    noSla: { value: 4 },
  });
  const { result, settings } = run(STORY, { sla: 'Other' });
  expect(deskBacklogHeadline(result, settings).figures?.[1]).toMatchObject({
    text: '0',
    of: 'of 0 with an ongoing SLA',
  });
});

it('a cycle that stopped since ran then', () => {
  const cycle = slaCycle({
    start: MONDAY,
    stop: ASOF - HOUR,
    breach: MONDAY + DAY,
    breached: true,
  });
  const { result } = run([built({ key: 'A-1', created: MONDAY, slas: desk(null, [cycle]) })]);
  expect(
    result.rows.map(row => [row.withinGoal.value, row.breached.value, row.noSla.value]),
  ).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

const hours = fc.integer({ min: 0, max: 20 * 24 });
const aList = fc.array(
  fc.record({ age: hours, took: fc.option(hours), breach: fc.option(hours) }),
  { maxLength: 12 },
);

it('is a count over the dates of the issues, whatever they are', () => {
  fc.assert(
    fc.property(aList, fc.integer({ min: 1, max: 20 }), (list, lastDays) => {
      const dates = list.map(({ age, took, breach }) => {
        const created = ASOF - age * HOUR;
        const resolved = took === null || took > age ? null : created + took * HOUR;
        return { created, resolved, breach: breach === null ? null : created + breach * HOUR };
      });
      const issues = dates.map(({ created, resolved, breach }, at) =>
        built({
          key: `P-${at}`,
          created,
          ...(resolved !== null && done(resolved)),
          slas: breach === null ? new Map() : desk({ start: created, breach, paused: false }),
        }),
      );
      const { result } = run(issues, { lastDays });
      expect(result.rows).toHaveLength(lastDays);
      let before: number | null = null;
      for (const [at, row] of result.rows.entries()) {
        const from = Date.UTC(2026, 2, 11) - (lastDays - 1 - at) * DAY;
        const end = Math.min(from + DAY - 1, ASOF);
        const open = dates.filter(
          ({ created, resolved }) => created <= end && (resolved === null || resolved > end),
        );
        expect(row.open.value).toBe(open.length);
        expect(row.breached.value).toBe(
          open.filter(({ breach }) => breach !== null && breach <= end).length,
        );
        expect(row.older.value + row.upTo30.value).toBe(
          open.filter(({ created }) => end - created > 7 * DAY).length,
        );
        const { upTo1, upTo7, upTo30, older, breached, withinGoal, unknown, noSla } = row;
        const sum = (parts: readonly { value: number }[]) =>
          parts.reduce((all, { value }) => all + value, 0);
        expect(sum([upTo1, upTo7, upTo30, older])).toBe(open.length);
        expect(sum([breached, withinGoal, unknown, noSla])).toBe(open.length);
        if (before !== null)
          expect(row.open.value).toBe(before + row.inflow.value - row.outflow.value);
        before = row.open.value;
      }
      expect(result.total.open.value).toBe(before);
    }),
    { numRuns: 300 },
  );
});

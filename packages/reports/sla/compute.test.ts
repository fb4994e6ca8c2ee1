import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Sla, SlaCycle } from '@tallyboard/core/model/issue.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import {
  issue as built,
  context,
  dataset,
  slaCycle,
  user,
} from '@tallyboard/core/testing/builders.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeSla from './compute.ts';
import { slaHeadline } from './headline.ts';
import sla from './index.ts';
import { type SlaSettings, slaSettings } from './settings.ts';
import { attentionTable, slaTable } from './table.ts';
import { whyEmpty } from './why-empty.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Wednesday noon in UTC. */
const ASOF = Date.UTC(2026, 2, 11, 12);
const NOW = context({ asOf: ASOF, zone: 'UTC' });
const FIELD = 'customfield_1' as FieldId;
const NAME = 'Zeit bis zur Lösung';

const stopped = (init: Partial<SlaCycle>) =>
  slaCycle({ start: ASOF - 2 * DAY, stop: ASOF - DAY, breached: false, ...init });
const ongoing = (init: Partial<SlaCycle>) =>
  slaCycle({ start: ASOF - DAY, breached: false, paused: false, ...init });

const slas = (init: Partial<Sla>, field = FIELD, name = NAME) =>
  new Map([[field, { name, completed: [], ongoing: null, ...init }]]);

let number = 0;
const issue = (init: Partial<Sla>, more: Partial<Issue> = {}) =>
  built({ key: `ITS-${++number}`, created: ASOF - 9 * DAY, slas: slas(init), ...more });

function run(issues: readonly Issue[], init: Partial<SlaSettings> = {}, now = NOW) {
  const settings = { ...slaSettings.defaults, ...init };
  const data = dataset(issues);
  const computed = computeSla(data, settings, now);
  const { result, notes } = computed;
  const csv = csvText(plainTable(slaTable(result, settings)));
  return { ...computed, settings, csv, codes: notes.map(({ code }) => code) };
}

const STORY = () => [
  issue({ completed: [stopped({ goal: 4 * HOUR, elapsed: 3 * HOUR })] }),
  issue({ completed: [stopped({ goal: 4 * HOUR, elapsed: 5 * HOUR, breached: true })] }),
  issue({ ongoing: ongoing({ breach: ASOF + 40 * 60_000 }) }),
  issue({ ongoing: ongoing({ breach: ASOF - HOUR }) }, { assignee: user('Ana') }),
  issue({ ongoing: ongoing({ paused: true }) }),
  issue({ ongoing: ongoing({ breach: ASOF + 2 * HOUR }) }),
];

describe('the story at the top of the report', () => {
  it('as CSV, whose heads are fixed', () => {
    expect(run(STORY()).csv.split('\r\n')).toEqual([
      'SLA,stopped,met,breached,unknown,running,breachedNow,paused,attainment',
      `${NAME},2,1,1,0,3,1,1,50`,
      'Total,2,1,1,0,3,1,1,50',
      '',
    ]);
  });

  it('in a sentence, and a list of what needs a look', () => {
    const { result, settings } = run(STORY());
    expect(slaHeadline(result, settings)).toMatchObject({
      sentence: '1 at risk within the hour; 1 breached now.',
      figures: [{ text: '1' }, { text: '1' }, { text: '50%', of: '1 of 2' }, { text: '1' }],
    });
    const table = plainTable(attentionTable(result, settings, NOW));
    expect(table.rows.map(row => row.slice(1))).toEqual([
      ['Breached', NAME, '\u22121h', 'Mar 11, 2026 11:00', 'Ana'],
      ['At risk', NAME, '40m', 'Mar 11, 2026 12:40', 'Unassigned'],
      ['Paused', NAME, null, null, 'Unassigned'],
    ]);
    expect(result.total.overrun50.value).toBe(3600);
    expect(result.total.used50.value).toBe(75);
  });

  it('within more hours', () => {
    const { result, settings } = run(STORY(), { riskHours: 3 });
    expect(slaHeadline(result, settings)?.sentence).toBe(
      '2 at risk within 3 hours; 1 breached now.',
    );
  });
});

it('counts the last stopped cycle of each issue, or any', () => {
  const issues = [
    issue({
      completed: [
        stopped({ stop: ASOF - 3 * DAY, breached: true }),
        stopped({ stop: ASOF - DAY }),
        stopped({ stop: ASOF - 40 * DAY, breached: true }),
      ],
    }),
  ];
  const figures = (init: Partial<SlaSettings>) => {
    const { stopped, met, breached } = run(issues, init).result.total;
    return [stopped.value, met.value, breached.value];
  };
  expect(figures({})).toEqual([1, 1, 0]);
  expect(figures({ cycles: 'any' })).toEqual([2, 1, 1]);
  expect(figures({ cycles: 'any', lastDays: 60 })).toEqual([3, 1, 2]);
  // The period ends today and begins with a whole day.
  expect(figures({ cycles: 'any', lastDays: 1 })).toEqual([0, 0, 0]);
});

it('says what is not known, and never counts it as met', () => {
  const { result, codes, settings } = run([
    issue({ completed: [stopped({ breached: null })] }),
    issue({ completed: [stopped({ stop: null, breached: true })] }),
    issue({ ongoing: ongoing({ breached: null, breach: null }) }),
    issue({ completed: [stopped({ goal: 4 * HOUR, elapsed: 9 * HOUR, breached: false })] }),
  ]);
  expect(codes).toEqual(['sla-undated', 'sla-unknown', 'sla-breach-unknown', 'sla-contradiction']);
  const { stopped: all, met, breached, unknown, attainment, running } = result.total;
  expect([all.value, met.value, breached.value, unknown.value]).toEqual([2, 1, 0, 1]);
  expect([attainment, running.value]).toEqual([100, 1]);
  expect(slaHeadline(result, settings)?.sentence).toBe('At least 0 at risk within the hour.');
});

describe('chooses SLAs', () => {
  const other = 'customfield_2' as FieldId;
  const issues = () => [
    issue({ completed: [stopped({})] }),
    issue({}, { slas: slas({ completed: [stopped({ breached: true })] }, other) }),
    issue({}, { slas: slas({ completed: [stopped({})] }, other, 'Time to first response') }),
  ];
  const rows = (init: Partial<SlaSettings>) =>
    run(issues(), init).result.rows.map(({ label, stopped }) => [label, stopped.value]);

  it('by name in any case, those of two projects together, or by the id of a field', () => {
    expect(rows({})).toEqual([
      ['Time to first response', 1],
      [NAME, 2],
    ]);
    expect(rows({ sla: ' zeit bis zur lösung' })).toEqual([[NAME, 2]]);
    // As some keyboards and file systems write 'ö': o and two dots.
    expect(rows({ sla: NAME.normalize('NFD') })).toEqual([[NAME, 2]]);
    expect(rows({ sla: FIELD })).toEqual([[NAME, 1]]);
  });

  it('and names them where none is called so', () => {
    const { result, settings } = run(issues(), { sla: 'Time to resolution' });
    expect(whyEmpty(result, settings)).toContain(`They have: Time to first response, ${NAME}.`);
    const textsOf = ({ notes }: ReturnType<typeof run>) => notes.map(({ text }) => text);
    expect(textsOf(run(issues(), { sla: 'Time to resolution' }))).toEqual([
      `No issue has the chosen SLA. There are: Time to first response, ${NAME}.`,
    ]);
    expect(textsOf(run(issues(), { sla: FIELD }))).toEqual([]);
    const none = run([built({ key: 'A-1' })]);
    expect(whyEmpty(none.result, none.settings)).toContain('have no SLAs');
    const old = run([issue({})]);
    expect(whyEmpty(old.result, old.settings)).toContain('none has stopped in the last 30 days');
  });
});

it('groups by the goal of then, and by what issues have', () => {
  const issues = [
    issue({ completed: [stopped({ goal: 4 * HOUR })] }, { requestType: 'Get help' }),
    issue({ completed: [stopped({ goal: 8 * HOUR + 1_800_000 })] }, { organizations: ['A', 'B'] }),
    issue({ completed: [stopped({})] }, { assignee: user('Bot', { accountType: 'app' }) }),
  ];
  const labels = (by: SlaSettings['by']) => run(issues, { by }).result.rows.map(each => each.label);
  expect(labels('goal')).toEqual(['4h', '8h 30m', 'Unknown goal']);
  expect(labels('request-type')).toEqual(['None', 'Get help']);
  expect(labels('organization').sort()).toEqual(['A', 'B', 'None']);
  expect(labels('account-type')).toEqual(['Unassigned', 'Agents and apps']);
  expect(run(issues, { by: 'organization' }).result.total.stopped.value).toBe(3);
});

it('asks for the parts of its grouping', () => {
  const parts = (by: SlaSettings['by']) => sla.requires({ ...slaSettings.defaults, by }, NOW).parts;
  expect(parts('sla')).toEqual(['slas', 'people']);
  expect(parts('request-type')).toEqual(['slas', 'people', 'desk']);
});

const instant = fc.integer({ min: -45 * 24, max: 2 }).map(hours => ASOF + hours * HOUR + 1);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });
const duration = maybe(fc.integer({ min: -10, max: 90 }).map(hours => hours * HOUR));
const aCycle = fc.record({
  start: maybe(instant),
  stop: maybe(instant),
  breach: maybe(fc.integer({ min: -50, max: 50 }).map(hours => ASOF + (hours * HOUR) / 2)),
  goal: duration,
  elapsed: duration,
  remaining: duration,
  breached: maybe(fc.boolean()),
  paused: maybe(fc.boolean()),
  withinCalendarHours: maybe(fc.boolean()),
});
const aSla = fc.record({
  name: fc.constantFrom('Time to resolution', 'time to resolution ', NAME),
  completed: fc.array(aCycle, { maxLength: 4 }),
  ongoing: maybe(aCycle.map(cycle => ({ ...cycle, stop: null }))),
});
const aList = fc.array(
  fc.dictionary(fc.constantFrom('customfield_1', 'customfield_2'), aSla, { maxKeys: 2 }),
  { maxLength: 8 },
);

/** A count over the cycles, one after the other. */
function tally(lists: readonly Readonly<Record<string, Sla>>[], any: boolean) {
  const rows: Record<string, Record<string, number>> = {};
  const from = Date.UTC(2026, 1, 10);
  for (const each of lists)
    for (const { name, completed, ongoing } of Object.values(each)) {
      const key = name.trim().toLowerCase();
      const add = (what: string) => {
        rows[key] ??= {};
        const row = rows[key];
        row[what] = (row[what] ?? 0) + 1;
      };
      const dated = completed.filter(({ stop }) => stop !== null && stop <= ASOF);
      const last = Math.max(...dated.map(({ stop }) => stop ?? 0));
      const counted = any ? dated : dated.filter(({ stop }) => stop === last).slice(-1);
      for (const { stop, breached } of counted) {
        if ((stop ?? 0) < from) continue;
        add('stopped');
        add(breached === null ? 'unknown' : breached ? 'breached' : 'met');
      }
      if (!ongoing) continue;
      add(ongoing.paused ? 'paused' : 'running');
      const isPast = ongoing.breach !== null && ongoing.breach <= ASOF;
      if (ongoing.breached || (isPast && !ongoing.paused)) add('breachedNow');
    }
  return rows;
}

const COLUMNS = [
  'stopped',
  'met',
  'breached',
  'unknown',
  'running',
  'breachedNow',
  'paused',
] as const;

it('rows are a count over the cycles, whatever they are', () => {
  fc.assert(
    fc.property(aList, fc.boolean(), (lists, any) => {
      const issues = lists.map((each, at) =>
        built({
          key: `P-${at}`,
          slas: new Map(Object.entries(each).map(([id, own]) => [id as FieldId, own])),
        }),
      );
      const { result } = run(issues, { cycles: any ? 'any' : 'last' });
      const expected = tally(lists, any);
      const found = Object.fromEntries(
        result.rows.map(row => [
          row.id,
          Object.fromEntries(COLUMNS.flatMap(id => (row[id].value ? [[id, row[id].value]] : []))),
        ]),
      );
      expect(found).toEqual(expected);
      for (const { stopped, met, breached, unknown, attainment } of [
        ...result.rows,
        result.total,
      ]) {
        const [a = 0, b = 0, c = 0] = [met, breached, unknown].map(({ value }) => value ?? 0);
        expect(a + b + c).toBe(stopped.value);
        if (a + b === 0) expect(attainment).toBeNull();
        else expect(attainment).toBeCloseTo((100 * a) / (a + b));
      }
    }),
    { numRuns: 2_000 },
  );
});

describe('as of a past day', () => {
  const past = (init: Partial<Sla>, at: number, more: Partial<Issue> = {}) => {
    const issues = [issue(init, { updated: ASOF, ...more })];
    const then = datasetAt(dataset(issues), at, []);
    return run(then.issues, {}, context({ asOf: at, zone: 'UTC', past: true }));
  };
  const figures = (init: Partial<Sla>, at: number) => {
    const { stopped, running, breachedNow } = past(init, at).result.total;
    return [stopped.value, running.value, breachedNow.value];
  };

  it('a cycle that stopped later ran, breached if its breach had come', () => {
    const cycle = stopped({ breach: ASOF - 1.5 * DAY, breached: true });
    expect(figures({ completed: [cycle] }, ASOF)).toEqual([1, 0, 0]);
    expect(figures({ completed: [cycle] }, ASOF - 1.2 * DAY)).toEqual([0, 1, 1]);
    expect(figures({ completed: [cycle] }, ASOF - 1.8 * DAY)).toEqual([0, 1, 0]);
    expect(figures({ completed: [cycle] }, ASOF - 3 * DAY)).toEqual([0, 0, 0]);
  });

  it('what a missing instant hides is not known', () => {
    const { codes, result } = past(
      { ongoing: ongoing({ breached: true, paused: true }) },
      ASOF - HOUR,
    );
    expect(codes).toEqual(['sla-breach-unknown', 'sla-pause-unknown']);
    expect([result.total.running.value, result.total.breachedNow.value]).toEqual([1, 0]);
  });

  it('as of today is as now', () => {
    fc.assert(
      fc.property(aList, lists => {
        // What contradicts itself has no one state then.
        const clean = lists.map(each =>
          Object.fromEntries(
            Object.entries(each).map(([id, { ongoing: own, ...others }]) => [
              id,
              {
                ...others,
                completed: others.completed.filter(
                  ({ start, stop }) => (stop ?? 0) <= ASOF && (start ?? 0) <= ASOF,
                ),
                ongoing: own && {
                  ...own,
                  start: Math.min(own.start ?? ASOF, ASOF),
                  breached: own.breach === null ? own.breached : own.breach <= ASOF,
                },
              },
            ]),
          ),
        );
        const issues = clean.map((each, at) =>
          built({
            key: `P-${at}`,
            slas: new Map(Object.entries(each).map(([id, own]) => [id as FieldId, own])),
          }),
        );
        const table = (all: readonly Issue[]) => run(all).csv;
        const then = datasetAt(dataset(issues), ASOF, []);
        expect(table(then.issues)).toBe(table(issues));
      }),
      { numRuns: 300 },
    );
  });
});

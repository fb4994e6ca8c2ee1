/** Real issues by month and weekday against figures that are tallied here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import {
  type PeriodSettings,
  periodSettings,
} from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { describe, expect, it } from 'vitest';
import {
  historyDataset,
  type RawHistoryIssue,
  readAea,
  readAerogear,
} from '../testing/real-histories.ts';
import computeCreatedResolved from './compute.ts';

/** The date and the weekday in New York, as Intl writes them. */
const CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', weekday: 'long' });
const month = (text: string) => CLOCK.format(new Date(text)).slice(0, 7);
const weekday = (text: string) => WEEKDAY.format(new Date(text));

/** The resolution date; without one, of an issue whose status is done now, its last step into a done status. */
function doneText({ fields, changelog }: RawHistoryIssue, done: ReadonlySet<string>) {
  if (fields.resolutiondate !== null) return fields.resolutiondate;
  if (fields.status.statusCategory.id !== 3) return null;
  const steps = changelog.histories
    .flatMap(({ created, items }) => items.map(item => ({ created, ...item })))
    .filter(({ field }) => field === 'status')
    .sort((a, b) => Date.parse(a.created) - Date.parse(b.created));
  const entry = steps.findLast(({ from, to }) => done.has(to ?? '') && !done.has(from ?? ''));
  return entry?.created ?? fields.created;
}

/** 'period: +created -resolved', for periods that have any. */
function tally(issues: readonly RawHistoryIssue[], periodOf: (text: string) => string) {
  const done = new Set(
    issues
      .filter(({ fields }) => fields.status.statusCategory.id === 3)
      .map(({ fields }) => fields.status.id),
  );
  const counts = new Map<string, [number, number]>();
  const add = (text: string, place: 0 | 1) => {
    const period = periodOf(text);
    const pair = counts.get(period) ?? [0, 0];
    pair[place]++;
    counts.set(period, pair);
  };
  for (const issue of issues) {
    add(issue.fields.created, 0);
    const at = doneText(issue, done);
    if (at !== null) add(at, 1);
  }
  return [...counts].map(([period, [created, resolved]]) => `${period}: +${created} -${resolved}`);
}

function computed(issues: readonly RawHistoryIssue[], init: Partial<PeriodSettings>) {
  const settings = { ...periodSettings.defaults, ...init };
  const { result } = computeCreatedResolved(historyDataset(issues), settings, context());
  return result.rows
    .filter(({ created, resolved }) => created.value || resolved.value)
    .map(({ id, created, resolved }) => `${id}: +${created.value} -${resolved.value}`);
}

const range = { from: parseDay('2008-01-01'), to: parseDay('2026-03-31') };

describe.each([
  ['AEROGEAR, 200 issues', readAerogear(), '2012-01: +66 -65'],
  ['AEA, 673 issues', readAea(), '2024-05: +136 -98'],
] as const)('%s', (_name, raw, known) => {
  it('by month', () => {
    const issues = raw;
    const rows = computed(issues, { timeUnit: 'month', ...range });
    expect(rows).toEqual(tally(issues, month).sort());
    // Counted once with a script in another language over the same file.
    expect(rows).toContain(known);
  });

  it('by weekday', () => {
    const issues = raw;
    expect(computed(issues, { timeUnit: 'weekday' }).sort()).toEqual(tally(issues, weekday).sort());
  });
});

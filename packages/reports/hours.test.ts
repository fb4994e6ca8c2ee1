/** The hour at which a report is asked changes nothing but the part of the day: instants of now, and clocks that run. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findComputingReport } from './testing/find-computing-report.ts';
import { runsOf } from './testing/report-runs.ts';

/** Started on a day each, two of three done two days later; nothing happens on the day of the report. */
const story = Array.from({ length: 40 }, (_, at) => {
  const day = (after: number) =>
    new Date(Date.UTC(2026, 0, 10 + at + after)).toISOString().slice(0, 10);
  const done = at % 3 === 0 ? '' : ` | ${day(2)} 16:00 done`;
  return `H-${at} created:"2026-01-0${1 + (at % 9)}" | ${day(0)} 09:00 started${done}`;
});
const data = datasetFromText(story.join('\n'));
const MIDNIGHT = instantFromText('2026-03-05 00:00');
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`);

/** Reports of time that passes while an issue is open, and of averages over it: of these only the counts. */
const WITH_CLOCKS: ReadonlySet<string> = new Set([
  'age',
  'time-in-status',
  'wip-age',
  'cumulative-flow',
]);

/** Figures of the days until now, in elapsed time. */
const RUNNING: ReadonlySet<string> = new Set(['Average WIP', 'Average time in progress']);

/** Without the times that run: '9.5 d', '591h'. */
const withoutTimes = (text = '') => text.replace(/[\d.,]+ ?[dhm]\b/g, 'time');

const isOfDay = (value: unknown) =>
  typeof value === 'number' && value >= MIDNIGHT && value < MIDNIGHT + DAY;

/** As JSON, with 'now' in place of instants of the day. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) => {
      if (each instanceof Map) return [...each];
      if (ArrayBuffer.isView(each)) return Array.from(each as Float64Array);
      return isOfDay(each) ? 'now' : each;
    }),
  );

function countsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Reflect.get(value, 'kind') === 'count') return [value];
  return Object.values(value).flatMap(countsIn);
}

test.each(REPORTS.map(({ id }) => id))('%s', async id => {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const wordsOf = (text?: string) => (WITH_CLOCKS.has(id) ? withoutTimes(text) : text);
  for (const stored of [{}, ...runsOf(id)]) {
    const settings = report.settings.parse(stored).value;
    const [first, ...others] = HOURS.map(hour => {
      const at = context({ asOf: instantFromText(`2026-03-05 ${hour}`) });
      const { result: own, notes } = report.compute(data, settings, at);
      // An issue grows into the next band of ages within a day.
      const result = plain(id === 'age' ? { ...own, bands: null } : own);
      const headline = report.headline?.(own, settings, at);
      return {
        result: WITH_CLOCKS.has(id) ? countsIn(result) : result,
        sentence: wordsOf(headline?.sentence),
        // Statuses stand by their time.
        figures: headline?.figures
          .map(({ label, text, goal }) => [label, RUNNING.has(label) || wordsOf(text), goal])
          .sort(([a], [b]) => String(a).localeCompare(String(b))),
        notes: notes.map(({ text }) => text),
        why: report.whyEmpty?.(own),
      };
    });
    for (const other of others) expect(other).toEqual(first);
  }
});

test('in days the ages and percentiles of work in progress are those of the day', async () => {
  const report = await findComputingReport('wip-age');
  if (!report) throw new Error('There is no WIP age.');
  const tableAt = (hour: string) => {
    const at = context({ asOf: instantFromText(`2026-03-05 ${hour}`) });
    const { result } = report.compute(data, report.settings.defaults, at);
    const { total, inProgress, pace } = result;
    return plain({ total, age: inProgress.age, olderThan: inProgress.olderThan, pace });
  };
  for (const hour of HOURS) expect(tableAt(hour)).toEqual(tableAt('00:30'));
});

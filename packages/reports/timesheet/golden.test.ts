/** The worklogs of a real site against sums that are worked out here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { describe, expect, it } from 'vitest';
import { type RawWorklog, readWork, workDataset } from '../testing/raw-work.ts';
import computeTimesheet from './compute.ts';
import { type TimesheetSettings, timesheetSettings } from './settings.ts';

const NOW = context({ asOf: Date.UTC(2021, 5, 1) });
const raw = readWork();

describe('devlake, 30 worklogs at +0800', () => {
  const { worklogs, issues } = raw;
  const dataset = workDataset({ worklogs, issues });
  const result = (settings: Partial<TimesheetSettings>) =>
    computeTimesheet(dataset, { ...timesheetSettings.defaults, ...settings }, NOW).result;
  const month = (text: string) =>
    ({
      unit: 'month',
      end: { day: parseDay(text) ?? 0 },
    }) as const satisfies Partial<TimesheetSettings>;

  /** [person, day, seconds] of each cell, days as `dayOf` tells them, by day of the month asked for. */
  const tally = (prefix: string, dayOf: (log: RawWorklog) => string) => {
    const sums = new Map<string, number>();
    for (const log of worklogs) {
      const day = dayOf(log);
      if (!day.startsWith(prefix)) continue;
      const cell = `${log.author.displayName} ${day}`;
      sums.set(cell, (sums.get(cell) ?? 0) + log.timeSpentSeconds);
    }
    return [...sums].sort();
  };
  const cells = (settings: Partial<TimesheetSettings>) =>
    result(settings)
      .rows.flatMap(row =>
        row.cells.map(cell => [`${row.label} ${cell.id}`, cell.figure.value] as const),
      )
      .sort();

  it.each(['2020-06-15', '2021-01-31', '2021-03-02'])(
    'counts %s and its month on the days of Shanghai, as the records write them',
    end => {
      // '2021-01-20T00:30:00.000+0800': the text begins with the author's own day.
      const expected = tally(end.slice(0, 7), log => log.started.slice(0, 10));
      expect(expected.length).toBeGreaterThan(0);
      expect(cells(month(end))).toEqual(expected);
    },
  );

  it('counts on the days of New York when asked to', () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
    const expected = tally('2021-01', log => day.format(Date.parse(log.started)));
    expect(cells({ ...month('2021-01-31'), daysOf: 'viewer' })).toEqual(expected);
    expect(expected).not.toEqual(tally('2021-01', log => log.started.slice(0, 10)));
  });

  it('has January 2021 as a script in another language has it', () => {
    const { total, rows, largest } = result(month('2021-01-31'));
    expect(total.total.value).toBe(129_300);
    expect(rows.map(row => [row.label, row.total.issues.length])).toEqual([['Person 14', 7]]);
    expect(largest).toBe(28_800);
  });

  it('marks the work after its resolution, and the people who left', () => {
    const sheet = computeTimesheet(
      dataset,
      { ...timesheetSettings.defaults, ...month('2020-06-15') },
      NOW,
    );
    const keys = (code: string) =>
      Array.from(
        sheet.notes.find(note => note.code === code)?.issues ?? [],
        row => dataset.issues[row]?.key,
      );
    const resolvedBefore = issues.filter(({ id, fields }) =>
      worklogs.some(
        log =>
          log.issueId === id &&
          log.started.startsWith('2020-06') &&
          fields.resolutiondate !== null &&
          Date.parse(log.started) > Date.parse(fields.resolutiondate),
      ),
    );
    expect(keys('worklog-after-resolution')).toEqual(resolvedBefore.map(({ key }) => key));
    expect(keys('inactive-author').length).toBeGreaterThan(0);
    expect(sheet.result.rows.map(row => row.account)).toEqual(['inactive']);
  });
});

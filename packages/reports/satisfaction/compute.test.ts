import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { issue as built, context, DONE, dataset } from '@tallyboard/core/testing/builders.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import computeSatisfaction from './compute.ts';
import { satisfactionHeadline } from './headline.ts';
import satisfaction from './index.ts';
import { type SatisfactionSettings, satisfactionSettings } from './settings.ts';
import { satisfactionTable } from './table.ts';
import { whyEmpty } from './why-empty.ts';

const DAY = 86_400_000;
const ASOF = Date.UTC(2026, 2, 11, 12);
const NOW = context({ asOf: ASOF, zone: 'UTC' });

let number = 0;
const rated = (satisfaction: number | null, requestType: string | null, daysAgo = 1, more = {}) =>
  built({
    key: `ITS-${++number}`,
    created: ASOF - 90 * DAY,
    resolved: ASOF - daysAgo * DAY,
    resolution: { id: '1', name: 'Done' },
    status: DONE,
    satisfaction,
    requestType,
    ...more,
  });

function run(issues: readonly Issue[], init: Partial<SatisfactionSettings> = {}, hasField = true) {
  const settings = { ...satisfactionSettings.defaults, ...init };
  const data = dataset(issues);
  const field = 'customfield_9' as FieldId;
  const special = { ...data.special, satisfaction: hasField ? [field] : [] };
  const { result } = computeSatisfaction({ ...data, special }, settings, NOW);
  const csv = csvText(plainTable(satisfactionTable(result, settings))).split('\r\n');
  return { result, settings, csv };
}

it('has the mean and the share of 4 and 5 beside the share of customers that they are of', () => {
  const issues = [
    rated(5, 'Get help'),
    rated(4, 'Get help'),
    rated(2, 'Get help'),
    rated(null, 'Get help'),
    rated(null, null),
    rated(1, 'Get help', 31),
    built({ key: 'OPEN-1', created: ASOF - DAY, satisfaction: 1 }),
  ];
  const { csv, result } = run(issues);
  expect(csv).toEqual([
    'Request Type,Resolved,Rated,Response rate (%),Mean rating,Rated 4 or 5,4 and 5 (%)',
    'Get help,4,3,75,3.67,2,66.67',
    'None,1,0,0,,0,',
    'Total,5,3,60,3.67,2,66.67',
    '',
  ]);
  expect(satisfactionHeadline(result)).toMatchObject({
    figures: [{ text: '3.7' }, { text: '67%', of: '2 of 3' }, { text: '60%', of: '3 of 5' }],
  });
  expect(run(issues, { lastDays: 60 }).result.total.rated.value).toBe(4);
});

it('nobody rated is no rating of 0', () => {
  const { result } = run([rated(null, null)]);
  expect([result.total.mean.value, result.total.goodShare]).toEqual([null, null]);
  expect(satisfactionHeadline(result)).toMatchObject({
    figures: [{ text: '-' }, { text: '-' }, { text: '0%' }],
    sentence: 'None of 1 resolved is rated.',
  });
});

it('says why there is nothing', () => {
  const none = run([rated(null, null)], {}, false);
  expect(whyEmpty(none.result, none.settings)).toContain('no field with ratings');
  expect(satisfactionHeadline(none.result)).toBeNull();
  const old = run([rated(3, null, 99)]);
  expect(whyEmpty(old.result, old.settings)).toBe('No issue was resolved in the last 30 days.');
  expect(satisfactionHeadline(old.result)).toBeNull();
});

it('asks for the ratings', () => {
  const { defaults } = satisfactionSettings;
  expect(satisfaction.requires(defaults, NOW).parts).toEqual(['desk']);
  expect(satisfaction.requires({ ...defaults, by: 'assignee' }, NOW).parts).toEqual([
    'desk',
    'people',
  ]);
});

const aRating = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
const aList = fc.array(fc.tuple(aRating, fc.constantFrom('A', 'B', null), fc.nat(60)), {
  maxLength: 12,
});

it('is a count over the issues, whatever they are', () => {
  fc.assert(
    fc.property(aList, list => {
      const { result } = run(list.map(([rating, type, days]) => rated(rating, type, days)));
      for (const { id, resolved, rated: all, mean, good } of result.rows) {
        const own = list.filter(([, type, days]) => (type ?? '') === id && days < 30);
        const ratings = own.flatMap(([rating]) => rating ?? []);
        expect([resolved.value, all.value]).toEqual([own.length, ratings.length]);
        expect(good.value).toBe(ratings.filter(rating => rating > 3).length);
        const sum = ratings.reduce((one, other) => one + other, 0);
        if (ratings.length === 0) expect(mean.value).toBeNull();
        else expect(mean.value).toBeCloseTo(sum / ratings.length);
      }
    }),
    { numRuns: 300 },
  );
});

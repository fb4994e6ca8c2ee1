import type { Change } from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import {
  issue as built,
  context,
  DONE,
  dataset,
  status,
  user,
} from '@tallyboard/core/testing/builders.ts';
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
  const { result, notes } = computeSatisfaction({ ...data, special }, settings, NOW);
  const csv = csvText(plainTable(satisfactionTable(result, settings))).split('\r\n');
  return { result, notes, settings, csv };
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
    'Request Type,Resolved,Rated,Response rate (%),Mean rating,Rated 4 or 5,4 and 5 (%),Handoffs,Reopenings,"With the customer, mean (Hours)","Waiting after an agent, 50th percentile (Hours)"',
    'Get help,4,3,75,3.67,2,66.67,0,0,,',
    'None,1,0,0,,0,,0,0,,',
    'Total,5,3,60,3.67,2,66.67,0,0,,',
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
    sentence: 'The one resolved issue is not rated.',
  });
  expect(
    satisfactionHeadline(result)
      ?.figures?.slice(0, 2)
      .map(({ of }) => of),
  ).toEqual([undefined, undefined]);
});

it('says why there is nothing', () => {
  const none = run([rated(null, null)], {}, false);
  // The requests were handled whether rated or not.
  expect(whyEmpty(none.result, none.settings)).toBeNull();
  expect(none.notes.find(({ code }) => code === 'no-ratings-field')?.text).toContain(
    'no field with ratings',
  );
  expect(satisfactionHeadline(none.result)).toBeNull();
  const old = run([rated(3, null, 99)]);
  expect(whyEmpty(old.result, old.settings)).toBe('No issue was resolved in the last 30 days.');
  expect(satisfactionHeadline(old.result)).toBeNull();
});

it('asks for the ratings and the histories', () => {
  const { defaults } = satisfactionSettings;
  const { parts, history } = satisfaction.requires(defaults, NOW);
  expect(parts).toEqual(['desk', 'people']);
  expect(history).toEqual(['status', 'resolution', 'assignee']);
});

it('has handoffs, reopenings and times beside the ratings, and says what is not known', () => {
  const support = status('Waiting for support', 'in-progress');
  const customer = status('Waiting for customer', 'in-progress');
  const [ana, ben, bot] = [
    user('Ana', { accountType: 'atlassian' }),
    user('Ben', { accountType: 'atlassian' }),
    user('Bot', { accountType: 'app' }),
  ];
  const at = (hours: number) => ASOF - 2 * DAY + hours * 3_600_000;
  const moved = (hours: number, from: Status, to: Status): Change => ({
    ...CHANGE,
    at: at(hours),
    field: 'status',
    from: from.id,
    to: to.id,
  });
  const assigned = (hours: number, from: User | null, to: User | null): Change => ({
    ...CHANGE,
    at: at(hours),
    field: 'assignee',
    from: from?.id ?? null,
    to: to?.id ?? null,
  });
  const whole = { historyComplete: true, created: at(0) };
  const issues = [
    // 4 h with the customer; Bot leaves it after 1 h, Ana has it after 3 h, Ben after 10 h: 2 handoffs.
    rated(5, 'Get help', 1, {
      ...whole,
      assignee: ben,
      changes: [
        assigned(1, bot, null),
        assigned(3, null, ana),
        moved(4, support, customer),
        moved(8, customer, support),
        assigned(10, ana, ben),
        moved(24, support, DONE),
      ],
    }),
    // Reopened after 5 h; nobody but Ana, never with the customer.
    rated(2, 'Get help', 1, {
      ...whole,
      assignee: ana,
      changes: [moved(4, support, DONE), moved(5, DONE, support), moved(24, support, DONE)],
    }),
    rated(null, 'Get help', 1, { ...whole, historyComplete: false }),
    // Their names tell the accounts and the statuses.
    built({ key: 'OPEN-1', created: at(0), assignee: bot, status: customer }),
    built({ key: 'OPEN-2', created: at(0), assignee: ana, status: support }),
  ];
  const { csv, notes } = run(issues);
  expect(csv[1]).toBe('Get help,3,2,66.67,3.5,1,50,2,1,2,2');
  expect(notes.map(({ text }) => text)).toContain(
    '1 issue has no complete history: not in handoffs, reopenings and times.',
  );
  const german = run(issues, { customerStatuses: ['Wartet auf Kunden'] });
  expect(german.csv[1]).toBe('Get help,3,2,66.67,3.5,1,50,2,1,,2');
  expect(german.notes.find(({ code }) => code === 'unknown-waiting-status')?.text).toContain(
    "No status is called 'Wartet auf Kunden'.",
  );
});

const CHANGE = {
  author: null,
  fieldId: null,
  fieldName: '',
  from: null,
  fromText: null,
  to: null,
  toText: null,
};

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

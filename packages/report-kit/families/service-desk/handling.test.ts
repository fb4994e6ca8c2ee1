import { doneRule } from '@tallyboard/core/measure/resolution.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { foldPeople } from '@tallyboard/core/people/fold-people.ts';
import { DONE, dataset, issue, status, user } from '@tallyboard/core/testing/builders.ts';
import { expect, it } from 'vitest';
import { type HandlingStatuses, handlingOf } from './handling.ts';

const at = (time: string) => Date.parse(`2026-03-10T${time}:00Z`);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const BOT = user('Bot', { accountType: 'app' });
const HELPER = user('Helper', { accountType: 'app' });
const ANA = user('Ana', { accountType: 'atlassian' });
const BEN = user('Ben', { accountType: 'atlassian' });
const CARA = user('Cara', { accountType: 'customer' });
const OLD = user('Old', { accountType: null });

const SUPPORT = status('Waiting for support', 'in-progress');
const CUSTOMER = status('Waiting for customer', 'in-progress');
const ESCALATED = status('Escalated', 'in-progress');
const STATUSES = new Map([SUPPORT, CUSTOMER, ESCALATED, DONE].map(each => [each.id, each]));

const change = (time: string, field: 'assignee' | 'status', values: Partial<Change>): Change => ({
  at: at(time),
  author: null,
  field,
  fieldId: null,
  fieldName: field,
  from: null,
  fromText: null,
  to: null,
  toText: null,
  ...values,
});
const moved = (time: string, from: typeof DONE, to: typeof DONE) =>
  change(time, 'status', { from: from.id, fromText: from.name, to: to.id, toText: to.name });
const assigned = (time: string, from: User | null, to: User | null) =>
  change(time, 'assignee', {
    from: from?.id ?? null,
    fromText: from?.name ?? null,
    to: to?.id ?? null,
    toText: to?.name ?? null,
  });

/** The users are known from other issues. */
const KNOWN = [BOT, HELPER, ANA, BEN, CARA, OLD].map((assignee, n) =>
  issue({ key: `OTHER-${n + 1}`, assignee }),
);

function request(changes: readonly Change[], init: Partial<Issue> = {}): Issue {
  const ordered = [...changes].sort((a, b) => a.at - b.at);
  return issue({
    key: 'ITS-1',
    created: at('09:00'),
    resolved: at('15:00'),
    resolution: { id: '1', name: 'Done' },
    status: DONE,
    changes: ordered,
    historyComplete: true,
    ...init,
  });
}

const NAMES: HandlingStatuses = { customer: ['waiting for CUSTOMER'], handover: [] };

function handled(one: Issue, names: Partial<HandlingStatuses> = {}, folded = false) {
  const plain = dataset([one, ...KNOWN], { statuses: STATUSES });
  const options = { policy: { kind: 'groups-of', people: 5 } as const, reader: null };
  const data = folded ? foldPeople(plain, options).dataset : plain;
  const rule = doneRule({ kind: 'resolution-or-category' }, STATUSES);
  return handlingOf(data, rule, { ...NAMES, ...names })(0, at('15:00'));
}

/** As at the top of the calculation. */
const STORY = [
  moved('10:30', SUPPORT, CUSTOMER),
  moved('12:30', CUSTOMER, SUPPORT),
  moved('13:00', SUPPORT, DONE),
  moved('14:00', DONE, SUPPORT),
  moved('15:00', SUPPORT, DONE),
  assigned('09:05', BOT, null),
  assigned('10:00', null, ANA),
  assigned('14:00', ANA, BEN),
];

it('counts handoffs and reopenings, and times the customer and the wait for a person', () => {
  expect(handled(request(STORY))).toEqual({
    handoffs: 2,
    reopenings: 1,
    withCustomer: 2 * HOUR,
    afterAgent: 55 * MINUTE,
  });
});

it('has the same totals where people are put together', () => {
  expect(handled(request(STORY), {}, true)).toEqual(handled(request(STORY)));
});

it('the first assignment, and a return from nobody to the same, are no handoffs', () => {
  const again = request([assigned('09:30', null, ANA), assigned('10:00', ANA, null)]);
  expect(handled(again).handoffs).toBe(0);
  const returned = [assigned('10:00', ANA, null), assigned('11:00', null, ANA)];
  expect(handled(request(returned)).handoffs).toBe(0);
  const there = [assigned('10:00', ANA, BEN), assigned('11:00', BEN, ANA)];
  expect(handled(request(there)).handoffs).toBe(2);
  // After it was resolved.
  expect(handled(request([assigned('16:00', ANA, BEN)])).handoffs).toBe(0);
  expect(handled(request([], { assignee: ANA })).handoffs).toBe(0);
});

it('waits from the last agent, through nobody and customers, until a person has it', () => {
  const wait = (...changes: readonly Change[]) => handled(request(changes)).afterAgent;
  expect(wait(assigned('10:00', BOT, HELPER), assigned('11:00', HELPER, ANA))).toBe(0);
  expect(wait(assigned('10:00', BOT, CARA), assigned('11:00', CARA, ANA))).toBe(HOUR);
  // Nobody took over, nobody had to, or no agent was there.
  expect(wait(assigned('10:00', BOT, null))).toBe('none');
  expect(handled(request([], { assignee: BOT })).afterAgent).toBe('none');
  expect(wait(assigned('10:00', ANA, BEN))).toBe('none');
  // Twice: 1 h and half an hour.
  expect(
    wait(
      assigned('10:00', BOT, null),
      assigned('11:00', null, ANA),
      assigned('12:00', ANA, BOT),
      assigned('13:00', BOT, null),
      assigned('13:30', null, BEN),
    ),
  ).toBe(1.5 * HOUR);
  expect(wait(assigned('10:00', BOT, OLD), assigned('11:00', OLD, ANA))).toBeNull();
});

it('waits from the move to a status of handover, while the agent stays the assignee', () => {
  const changes = [moved('09:20', SUPPORT, ESCALATED), assigned('10:00', BOT, ANA)];
  expect(handled(request(changes)).afterAgent).toBe(0);
  const handover = ['Escalated'];
  expect(handled(request(changes), { handover }).afterAgent).toBe(40 * MINUTE);
  const worked = [...changes, moved('09:50', ESCALATED, SUPPORT)];
  expect(handled(request(worked), { handover }).afterAgent).toBe(0);
});

it('knows nothing without history, and no time in a status that does not exist', () => {
  const cut = request(STORY, { historyComplete: false });
  const nothing = { handoffs: null, reopenings: null, withCustomer: null, afterAgent: null };
  expect(handled(cut)).toEqual(nothing);
  expect(handled(request(STORY), { customer: ['Wartet auf Kunden'] })).toMatchObject({
    handoffs: 2,
    withCustomer: null,
  });
  const gone = status('Gone', 'in-progress');
  const unknown = [moved('10:00', SUPPORT, gone), moved('11:00', gone, DONE)];
  expect(handled(request(unknown)).withCustomer).toBeNull();
});

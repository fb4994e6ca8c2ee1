import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import { CHANGE_FIELDS } from '@tallyboard/core/model/change.ts';
import type { FieldId, IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type { CustomValue, Issue, Named, ParentRef, Sla } from '@tallyboard/core/model/issue.ts';
import { ALL_PARTS } from '@tallyboard/core/model/requirement.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import {
  DONE,
  IN_PROGRESS,
  issue,
  issueType,
  project,
  sprint,
  TO_DO,
  user,
} from '@tallyboard/core/testing/builders.ts';
import { plainIssue } from '@tallyboard/core/testing/plain-issue.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Adopt } from './entity.ts';
import { type ColumnBatch, fromArrow } from './from-arrow.ts';
import type { ColumnPlan } from './issue-columns.ts';
import { IssueRow } from './issue-row.ts';
import { packIssues } from './pack-issues.ts';
import { FORMAT } from './schema.ts';
import { StreamWriter } from './stream.ts';
import { toArrow } from './to-arrow.ts';

const plan: ColumnPlan = {
  adopt: (_, entity) => entity,
  parts: new Set(ALL_PARTS),
  nameOf: (_, name) => CHANGE_FIELDS.find(field => field === name) ?? 'other',
  customFields: ['customfield_1' as FieldId, 'customfield_2' as FieldId],
  worklogs: 'all',
};

const fieldChanges = (each: Issue) =>
  CHANGE_FIELDS.map(field => {
    const changes = changesOf(each, field);
    return Array.from({ length: changes.length }, (_, index) => [
      changes.at(index),
      changes.from(index),
      changes.fromText(index),
      changes.to(index),
      changes.toText(index),
      changes.author(index),
    ]);
  });

const text = fc.oneof(
  fc.constantFrom('', 'Done', 'žluťoučký 😀', '\ufeffDone', '__proto__', 'a, b', '"'),
  fc.string(),
);
const instant = fc.integer({ min: -1e12, max: 4e12 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const amount = maybe(
  fc.oneof(
    fc.nat(),
    fc.double({ noNaN: true }).filter(n => !Object.is(n, -0)),
  ),
);
const aCycle = fc.record({
  start: maybe(instant),
  stop: maybe(instant),
  breach: maybe(instant),
  goal: amount,
  elapsed: amount,
  remaining: amount,
  breached: maybe(fc.boolean()),
  paused: maybe(fc.boolean()),
  withinCalendarHours: maybe(fc.boolean()),
});
const aStatus = fc.constantFrom(TO_DO, IN_PROGRESS, DONE, { ...DONE, known: false });
const aUser = maybe(fc.constantFrom(user('Ana'), user('Ben'), user('Eve', { active: null })));
const aNamed: fc.Arbitrary<Named> = fc.record({ id: text, name: text });
const aParent: fc.Arbitrary<ParentRef> = fc.record({
  id: maybe(text.map(id => id as IssueId)),
  key: text.map(key => key as IssueKey),
  summary: maybe(text),
  level: maybe(fc.constantFrom(0, 1)),
});
const aSprint: fc.Arbitrary<Sprint> = fc.constantFrom(sprint({ id: 1 }), sprint({ id: 2 }));
const fieldId = fc.constantFrom('customfield_1' as FieldId, 'customfield_2' as FieldId);
const aCustomValue = maybe(fc.oneof(text, fc.nat(), fc.array(text)));
const progress = maybe(fc.record({ done: fc.nat(), total: fc.nat() }));

const aChange: fc.Arbitrary<Change> = fc
  .record({
    at: instant,
    historyId: fc.maxSafeNat().map(String),
    author: aUser,
    field: fc.constantFrom(...CHANGE_FIELDS),
    fieldId: maybe(fieldId),
    from: maybe(text),
    fromText: maybe(text),
    to: maybe(text),
    toText: maybe(text),
  })
  .map(change => ({ ...change, fieldName: change.field }));

const anIssue: fc.Arbitrary<Issue> = fc.record({
  id: fc.nat().map(id => String(id) as IssueId),
  key: fc.nat().map(number => `A-${number}` as IssueKey),
  summary: text,
  project: fc.constantFrom(project('A'), project('B')),
  type: fc.constantFrom(issueType('Story'), issueType('Sub-task')),
  status: aStatus,
  priority: maybe(fc.record({ id: text, name: text, iconUrl: maybe(text) })),
  resolution: maybe(aNamed),
  assignee: aUser,
  reporter: aUser,
  creator: aUser,
  created: instant,
  updated: instant,
  resolved: maybe(instant),
  statusCategoryChanged: maybe(instant),
  due: maybe(fc.integer({ min: -9_000, max: 40_000 })),
  labels: fc.array(text),
  components: fc.array(aNamed),
  fixVersions: fc.array(
    fc.record({
      id: text.map(id => id as never),
      name: text,
      released: fc.boolean(),
      archived: fc.boolean(),
      releaseDay: maybe(fc.nat()),
    }),
  ),
  sprints: fc.array(aSprint),
  parent: maybe(aParent),
  epic: maybe(aParent),
  otherParent: maybe(fc.nat().map(number => `A-${number}` as IssueKey)),
  epicName: maybe(text),
  team: maybe(aNamed),
  flagged: fc.boolean(),
  links: fc.array(
    fc.record({
      kind: fc.constantFrom('blocks', 'blocked-by'),
      otherId: text.map(id => id as IssueId),
      otherKey: text.map(key => key as IssueKey),
      description: maybe(text),
      otherType: maybe(text),
      otherStatus: maybe(aStatus),
    }),
  ),
  points: amount,
  bothPoints: fc.boolean(),
  spentSeconds: amount,
  remainingSeconds: amount,
  originalSeconds: amount,
  votes: fc.nat(),
  watches: fc.nat(),
  progress,
  sumProgress: progress,
  requestType: maybe(text),
  organizations: fc.array(text),
  satisfaction: amount,
  slas: fc
    .array(
      fc.tuple(
        fieldId,
        fc.record({ name: text, completed: fc.array(aCycle), ongoing: maybe(aCycle) }),
      ),
    )
    .map((all): ReadonlyMap<FieldId, Sla> => new Map(all)),
  custom: fc.tuple(aCustomValue, aCustomValue).map((values): ReadonlyMap<FieldId, CustomValue> => {
    return new Map(plan.customFields.map((id, at) => [id, values[at] ?? null]));
  }),
  changes: fc.array(aChange),
  historyComplete: fc.constant(true),
  worklogs: fc.array(
    fc.record({
      id: text,
      created: maybe(instant),
      started: instant,
      spentSeconds: fc.nat(),
      author: aUser,
      comment: text,
    }),
  ),
  worklogsComplete: fc.constant(true),
});

function read(issues: readonly Issue[], asked = plan): readonly Issue[] {
  const stored = issues.map(each => ({ issue: each, historyCount: each.changes.length }));
  const bytes = toArrow(stored);
  const [batch] = fromArrow(bytes, asked).batches;
  // As if they were freed.
  bytes.fill(255);
  return issues.map((_, row) => new IssueRow((batch as ColumnBatch).columns, row));
}

const change = (at: number, init: Partial<Change> = {}): Change => ({
  at,
  historyId: String(at),
  author: null,
  field: 'other',
  fieldId: null,
  fieldName: 'other',
  from: null,
  fromText: null,
  to: null,
  toText: null,
  ...init,
});

describe('issues through Arrow', () => {
  it('are the same, member by member', () => {
    fc.assert(
      fc.property(fc.array(anIssue), issues => {
        const back = read(issues);
        expect(back.map(plainIssue)).toEqual(issues.map(plainIssue));
        expect(back.map(fieldChanges)).toEqual(issues.map(fieldChanges));
      }),
      { numRuns: 50 },
    );
  });

  it('are the same in place of objects, and name the same objects', async () => {
    const incomplete = fc.record({ historyComplete: fc.boolean(), worklogsComplete: fc.boolean() });
    const some = fc.tuple(anIssue, fc.option(incomplete)).map(([each, parts]) => {
      return { ...each, ...parts };
    });
    await fc.assert(
      fc.asyncProperty(fc.array(some), async issues => {
        const back = await packIssues(issues, plan.customFields);
        expect(back.map(plainIssue)).toEqual(issues.map(plainIssue));
        expect(back.map(fieldChanges)).toEqual(issues.map(fieldChanges));
        back.forEach((each, at) => {
          expect(each.status).toBe(issues[at]?.status);
          expect(each.assignee).toBe(issues[at]?.assignee);
          expect(each.sprints[0]).toBe(issues[at]?.sprints[0]);
          expect(each.changes[0]?.author).toBe(issues[at]?.changes[0]?.author);
        });
        const kept = back.filter((each, at) => each === issues[at]);
        expect(kept.every(each => !each.historyComplete || !each.worklogsComplete)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('are the same beyond 65,535 different values of a column', () => {
    const changes = Array.from({ length: 70_000 }, (_, n) => change(n, { fromText: `from ${n}` }));
    const [back] = read([issue({ id: '1' as IssueId, changes })]);
    expect(back?.changes.length).toBe(changes.length);
    expect(back?.changes.every((each, n) => each.fromText === `from ${n}`)).toBe(true);
  });

  it('are the same in a stream of several batches, each with few enough values', () => {
    const stored = [3, 1, 2, 4].map(n => ({
      issue: issue({
        id: String(n) as IssueId,
        labels: ['a', `label ${n}`],
        changes: Array.from({ length: 22_000 }, (_, at) => change(at, { to: `${n} ${at}` })),
      }),
      historyCount: 22_000,
    }));
    const addresses = { stored: 'http://a', sent: 'http://b' };
    const places = new Map([1, 2, 3, 4].map((n, at) => [n, at]));
    const writer = new StreamWriter({ places, revision: 1, selection: plan, addresses });
    const parts = [stored.slice(0, 3), stored.slice(3)].map(some => writer.add(toArrow(some)));
    const { batches, issueCount } = fromArrow(Buffer.concat([...parts, writer.end()]), plan);
    expect(issueCount).toBe(4);
    expect(batches.map(batch => [...(batch.places ?? [])])).toEqual([[2], [0, 1], [3]]);
    const rows = batches.flatMap(({ columns }) =>
      Array.from({ length: columns.length }, (_, row) => new IssueRow(columns, row)),
    );
    rows.forEach(({ id, labels, changes }, at) => {
      const own = stored[at]?.issue;
      expect([id, labels]).toEqual([own?.id, own?.labels]);
      expect(changes.map(({ to }) => to)).toEqual(own?.changes.map(({ to }) => to));
    });
  });

  it('have pictures at the address of the reader', () => {
    const iconUrl = 'http://a/replica/story.svg';
    const person = { ...user('Ana'), avatarUrl: 'http://a/$&.png' };
    const text = JSON.stringify({ iconUrl });
    const own = issue({
      id: '1' as IssueId,
      type: { ...issueType('Story'), iconUrl },
      reporter: person,
      labels: [text],
      changes: [change(1, { author: person, toText: text })],
    });
    const writer = new StreamWriter({
      places: new Map([[1, 0]]),
      revision: 1,
      selection: plan,
      addresses: { stored: 'http://a', sent: 'http://$&' },
    });
    const parts = [writer.add(toArrow([{ issue: own, historyCount: 1 }])), writer.end()];
    const [batch] = fromArrow(Buffer.concat(parts), plan).batches;
    const back = new IssueRow((batch as ColumnBatch).columns, 0);
    expect(back.type.iconUrl).toBe('http://$&/replica/story.svg');
    expect(back.reporter?.avatarUrl).toBe('http://$&/$&.png');
    expect(back.changes[0]?.author).toBe(back.reporter);
    expect([back.labels, back.changes[0]?.toText]).toEqual([[text], text]);
  });

  it('have the changes that were asked for, few or most of them', () => {
    const fields = ['status', 'Rank', 'labels'];
    const someChanges = fc.array(fc.tuple(aChange, fc.constantFrom(...fields))).map(all =>
      all.map(([each, fieldName], at) => {
        // Entries of up to three changes.
        const entry = Math.floor(at / 3);
        return { ...each, fieldName, at: entry, historyId: String(entry) };
      }),
    );
    fc.assert(
      fc.property(fc.array(someChanges), fc.subarray(fields), (lists, names) => {
        const issues = lists.map((changes, at) => issue({ id: String(at) as IssueId, changes }));
        const nameOf = (_: unknown, name: string) => (names.includes(name) ? 'other' : null);
        const back = read(issues, { ...plan, nameOf });
        lists.forEach((_, at) => {
          const own = (issues[at] as Issue).changes
            .filter(({ fieldName }) => names.includes(fieldName))
            .map((each): Change => ({ ...each, field: 'other' }));
          const expected = { ...issue(), changes: own };
          const found = back[at] as IssueRow;
          expect(plainIssue(found).changes).toEqual(plainIssue(expected).changes);
          expect(fieldChanges(found)).toEqual(fieldChanges(expected));
          const entries = own.filter((each, n) => each.historyId !== own[n - 1]?.historyId);
          expect(found.columns.changes.countHistories(found.row)).toBe(entries.length);
          const last = own.at(-1)?.at ?? Number.NaN;
          expect(found.hasChangeWithin({ from: last - 1, to: last })).toBe(own.length > 0);
        });
      }),
    );
  });

  it('have the changes and worklogs that were asked for', () => {
    const changes = [change(1), change(2, { fieldName: 'status' }), change(3)];
    const worklogs = Array.from({ length: 21 }, (_, at) => {
      return {
        id: String(at),
        created: null,
        started: at,
        spentSeconds: 1,
        author: null,
        comment: '',
      };
    });
    const issues = [worklogs, worklogs.slice(1)].map((own, at) =>
      issue({ id: String(at) as IssueId, changes, worklogs: own }),
    );
    const [many, few] = read(issues, {
      ...plan,
      nameOf: (_, name) => (name === 'status' ? 'status' : null),
      worklogs: { from: 5, to: 9 },
    });
    expect(many?.changes.map(({ at, field }) => [at, field])).toEqual([[2, 'status']]);
    expect(many?.worklogs.map(({ started }) => started)).toEqual([5, 6, 7, 8]);
    // Jira sends up to 20 worklogs of an issue whatever was asked for.
    expect(few?.worklogs.length).toBe(20);
    const [bare] = read(issues, { ...plan, nameOf: null, worklogs: 'none' });
    expect(bare).toMatchObject({ historyComplete: false, worklogsComplete: false });
    expect([bare?.changes, bare?.worklogs]).toEqual([[], []]);
  });

  it('share the object that was adopted for equal entities', () => {
    const known = new Map<string, object>();
    const adopt: Adopt = (kind, entity) => {
      const name = kind + JSON.stringify(entity);
      known.set(name, known.get(name) ?? entity);
      return known.get(name) as typeof entity;
    };
    const issues = [1, 2].map(n => issue({ id: String(n) as IssueId, assignee: user('Ana') }));
    const [first] = read(issues, { ...plan, adopt });
    const [, second] = read(issues, { ...plan, adopt });
    expect(second?.assignee).toBe(first?.assignee);
    expect(second?.status).toBe(first?.status);
  });

  it('are refused in another version', () => {
    const text = Buffer.from(toArrow([])).toString('latin1');
    const bytes = Buffer.from(text.replace(FORMAT, FORMAT.replace(/\d/, '9')), 'latin1');
    expect(() => fromArrow(bytes, plan)).toThrow('cannot be read');
  });
});

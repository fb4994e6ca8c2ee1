/** Properties of any history: its views agree with each other. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  doneInstant,
  doneRule,
  doneSteps,
  isDone,
  isDoneAt,
  wasReopened,
} from '../measure/resolution.ts';
import type { Change } from '../model/change.ts';
import type { Issue } from '../model/issue.ts';
import type { StatusCategory } from '../model/status.ts';
import { dataset, issue, STORY_POINTS, status } from '../testing/builders.ts';
import { pointsAt, pointsSource, pointsTimeline } from './points.ts';
import { statusSpans } from './spans.ts';
import { recordedStatusIdAt } from './timeline.ts';

const CATEGORIES: StatusCategory[] = ['to-do', 'in-progress', 'done', 'done'];
const STATUSES = CATEGORIES.map((category, i) => status(`S${i}`, category, String(i)));
const CREATED = 1000;
const UNTIL = 2000;

const aStatusId = fc.constantFrom('0', '1', '2', '3', null);
const aValue = fc.oneof(aStatusId, fc.constantFrom('', '3', '0.5'));
const aChange = fc.record({
  at: fc.integer({ min: 900, max: 2100 }),
  historyId: fc.integer({ min: 1, max: 20 }).map(String),
  field: fc.constantFrom('status', 'resolution', 'points', 'sprint'),
  from: aValue,
  to: aValue,
});

const anIssue: fc.Arbitrary<Issue> = fc
  .record({
    changes: fc.array(aChange, { maxLength: 8 }),
    current: fc.constantFrom(...STATUSES),
    resolved: fc.option(fc.integer({ min: CREATED, max: UNTIL })),
    historyComplete: fc.boolean(),
    categoryChanged: fc.option(fc.integer({ min: CREATED, max: UNTIL })),
    points: fc.option(fc.constantFrom(0, 3, 5)),
  })
  .map(({ changes, current, resolved, historyComplete, categoryChanged, points }) =>
    issue({
      created: CREATED,
      status: current,
      resolved,
      historyComplete,
      points,
      statusCategoryChanged: categoryChanged,
      changes: changes.map(
        ({ at, historyId, field, from, to }): Change => ({
          at,
          historyId,
          author: null,
          field: field as Change['field'],
          fieldId: field === 'points' ? STORY_POINTS : null,
          fieldName: field,
          from,
          fromText: from,
          to,
          toText: to,
        }),
      ),
    }),
  );

const data = dataset(STATUSES.map(each => issue({ status: each })));
const instants = (each: Issue) => [
  CREATED,
  UNTIL,
  ...each.changes.flatMap(change => [change.at - 1, change.at, change.at + 1]),
];

/** '' where the history names no status. */
function statusIdAt(each: Issue, t: number): string {
  const recorded = recordedStatusIdAt(each, t);
  return recorded === undefined ? each.status.id : (recorded ?? '');
}

test('status spans have no gap or overlap, and agree with the status at an instant', () => {
  fc.assert(
    fc.property(anIssue, each => {
      const spans = statusSpans(each, UNTIL, data.statuses);
      expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([CREATED, UNTIL]);
      spans.forEach((span, i) => {
        expect(span.to).toBe(spans[i + 1]?.from ?? UNTIL);
        if (span.to === span.from) return;
        expect(span.status.id).toBe(statusIdAt(each, span.from));
        expect(span.status.id).toBe(statusIdAt(each, span.to - 1));
      });
    }),
    { numRuns: 500 },
  );
});

test('steps of done and of points agree with their values at an instant', () => {
  const source = pointsSource(data, null);
  fc.assert(
    fc.property(
      anIssue,
      fc.constantFrom(
        'resolution' as const,
        'resolution-or-category' as const,
        'category' as const,
      ),
      (each, kind) => {
        const rule = doneRule({ kind }, data.statuses);
        const steps = doneSteps(each, rule);
        const points = pointsTimeline(each, source);
        for (const t of instants(each)) {
          if (t < CREATED) continue;
          expect(steps.findLast(step => step.at <= t)?.done ?? false).toBe(isDoneAt(each, t, rule));
          const step = points.findLast(({ from }) => from <= t) ?? points[0];
          expect(step?.value).toBe(pointsAt(each, t, source));
        }
        expect(steps.map(step => step.done)).toEqual(steps.map((_, i) => i % 2 === 0));
      },
    ),
    { numRuns: 1000 },
  );
});

test('an issue with a step back to open was reopened, no other', () => {
  fc.assert(
    fc.property(
      anIssue,
      fc.constantFrom(
        'resolution' as const,
        'category' as const,
        'resolution-or-category' as const,
      ),
      (each, kind) => {
        const rule = doneRule({ kind }, data.statuses);
        const back = doneSteps(each, rule).some(step => !step.done);
        expect(wasReopened(each, rule)).toBe(back);
      },
    ),
    { numRuns: 1000 },
  );
});

/** The done instant from the definition alone, over the list of statuses that the history shows. */
function expectedDoneInstant(
  { changes, created, historyComplete, resolved, status: now, statusCategoryChanged }: Issue,
  kind: 'resolution' | 'category' | 'resolution-or-category',
): number | null {
  if (kind !== 'category' && resolved !== null) return resolved;
  if (kind === 'resolution' || now.category !== 'done') return null;
  const moves = changes.filter(change => change.field === 'status');
  const open = [moves[0]?.from, ...moves.map(({ to }) => to)].map(id => id !== '2' && id !== '3');
  const lastOpen = open.lastIndexOf(true);
  if (lastOpen >= 0 && lastOpen < moves.length) return moves[lastOpen]?.at ?? null;
  if (moves.length > 0 && lastOpen < 0 && historyComplete) return created;
  if (moves.length > 0 && lastOpen >= 0) {
    // The history ends in another status.
    const last = moves.at(-1)?.at ?? 0;
    if (resolved !== null && resolved >= last) return resolved;
    return statusCategoryChanged !== null && statusCategoryChanged > last
      ? statusCategoryChanged
      : null;
  }
  return resolved ?? statusCategoryChanged ?? (historyComplete ? created : null);
}

test('the done instant is that of the definition', () => {
  fc.assert(
    fc.property(
      anIssue,
      fc.constantFrom(
        'resolution' as const,
        'category' as const,
        'resolution-or-category' as const,
      ),
      (each, kind) => {
        const rule = doneRule({ kind }, data.statuses);
        expect(doneInstant(each, rule)).toBe(expectedDoneInstant(each, kind));
      },
    ),
    { numRuns: 2000 },
  );
});

test('open issues have no done instant', () => {
  fc.assert(
    fc.property(anIssue, each => {
      const rule = doneRule({ kind: 'resolution-or-category' }, data.statuses);
      if (!isDone(each, rule)) expect(doneInstant(each, rule)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

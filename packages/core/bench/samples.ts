/** Issues for the benchmarks: plain numbers in place of chance, so that every run measures the same work. */

import type { Change } from '../model/change.ts';
import type { FieldId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { DONE, IN_PROGRESS, issue, sprint, TO_DO, user } from '../testing/builders.ts';
import { DAY, HOUR, type Instant } from '../time/units.ts';

export const FROM: Instant = Date.UTC(2022, 0, 3);

/** A sequence of numbers in [0, 1) that looks random and is always the same (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Issues of four years with 200 people, 60 sprints, labels, and a history of six changes each. */
export function sampleIssues(count: number): Issue[] {
  const random = randomFrom(7);
  const people = Array.from({ length: 200 }, (_, i) => user(`Person ${i}`));
  const sprints = Array.from({ length: 60 }, (_, i) => sprint({ id: i + 1 }));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: count }, (_, i) => {
    const created = FROM + Math.floor(random() * 1400) * DAY;
    const done = random() < 0.7;
    const current = pick(sprints);
    return issue({
      key: `PROJ-${i + 1}`,
      created,
      assignee: random() < 0.1 ? null : pick(people),
      sprints: [pick(sprints), current],
      labels: random() < 0.5 ? [] : [`label-${Math.floor(random() * 30)}`],
      points: Math.floor(random() * 8),
      status: done ? DONE : IN_PROGRESS,
      resolved: done ? created + 40 * HOUR : null,
      resolution: done ? { id: '10000', name: 'Done' } : null,
      changes: history(created, done),
    });
  });
}

function history(created: Instant, done: boolean): Change[] {
  let step = 0;
  const next = (field: Change['field'], from: string | null, to: string | null): Change => ({
    at: created + ++step * 8 * HOUR,
    historyId: String(step),
    author: null,
    field,
    fieldId: field as string as FieldId,
    fieldName: field,
    from,
    fromText: from,
    to,
    toText: to,
  });
  return [
    next('sprint', '', '12'),
    next('status', TO_DO.id, IN_PROGRESS.id),
    next('points', '3', '5'),
    next('sprint', '12', '12, 15'),
    ...(done ? [next('status', IN_PROGRESS.id, DONE.id), next('resolution', null, '10000')] : []),
  ];
}

/** Returns the fewest milliseconds of three runs: the run that least else got in the way of. */
export function fewestMilliseconds(work: () => void): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    work();
    fewest = Math.min(fewest, performance.now() - start);
  }
  return fewest;
}

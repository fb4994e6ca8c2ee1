import { countOf } from '@tallyboard/core/measure/figures.ts';
import { expect, it } from 'vitest';
import { summarizeSayDo } from './say-do.ts';

it('has average and spread over sprints with a commitment', () => {
  const figure = (count: number) => countOf(new Uint32Array(count));
  const of = (ratio: number | null) => ({
    completed: figure(4 * (ratio ?? 0)),
    committed: figure(ratio === null ? 0 : 4),
    ratio,
  });
  expect(summarizeSayDo([of(0.5), of(1), null, of(null), of(0.75)])).toEqual({
    sprints: 3,
    completed: 9,
    committed: 12,
    mean: 0.75,
    min: 0.5,
    max: 1,
    standardDeviation: 0.25,
  });
  expect(summarizeSayDo([of(null)])).toBeNull();
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ThroughputLaw } from './throughput-law.ts';

it('adds up days of the sample', () => {
  const law = new ThroughputLaw([0, 1, 1, 2]);
  const table = [0, 1, 2, 3, 4].map(total => law.atMost(2, total) * 16);
  for (const [at, value] of [1, 5, 11, 15, 16].entries()) expect(table[at]).toBeCloseTo(value, 9);
  expect(law.quantile(2, 0.3)).toBe(1);
  expect(law.quantile(2, 0.32)).toBe(2);
  expect(law.mean).toBe(1);
});

it('equals adding up day by day', () => {
  const samples = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 60 }), (sample, days) => {
      let law = [1];
      for (let day = 0; day < days; day++) {
        const next = new Array<number>(law.length + 30).fill(0);
        for (const [total, chance] of law.entries())
          for (const value of sample)
            next[total + value] = (next[total + value] ?? 0) + chance / sample.length;
        law = next;
      }
      const sums = new ThroughputLaw(sample);
      let sum = 0;
      for (const [total, chance] of law.entries()) {
        sum += chance;
        expect(Math.abs(sums.atMost(days, total) - sum)).toBeLessThan(0.002);
      }
    }),
    { numRuns: 100, examples: [[[0, 28, 29], 30]] },
  );
});

it('has one total if all days are the same', () => {
  const law = new ThroughputLaw([3, 3]);
  expect([law.quantile(4, 0.01), law.quantile(4, 0.99)]).toEqual([12, 12]);
  expect(law.atMost(4, 11)).toBeLessThan(1e-9);
});

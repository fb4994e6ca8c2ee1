import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jointChance, jointDays, type RollingTeam, rollJoint } from './joint-forecast.ts';
import { ForecastRoller, NEVER } from './rolled-forecast.ts';

/** Done on day 1, 2, 3 with (1/2, 1/4, 1/4). */
const TEAM = [0, 0.5, 0.75, 1];
const within = (days: number) => [TEAM[days] ?? 1, TEAM[days] ?? 1];

it('all are done when each is', () => {
  const days = [1, 2, 3].map(day => jointChance(within(day)) - jointChance(within(day - 1)));
  expect(days).toEqual([0.25, 0.3125, 0.4375]);
  expect(jointDays(within, 10)).toEqual([2, 3, 3, 3]);
});

/** Finishes on each of 120 days, and the items that are open from a day on. */
const aTeam = fc.record({
  finishes: fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2, 5), { minLength: 120, maxLength: 120 }),
  items: fc.integer({ min: 1, max: 60 }),
  since: fc.constantFrom(0, 60, 110),
});
const PRESENT = 120;

/** Rollers go on with the days, so that each question needs its own. */
function rolling({
  finishes,
  items,
  since,
}: typeof aTeam extends fc.Arbitrary<infer T> ? T : never) {
  const finished = Int32Array.from(finishes.flatMap((count, day) => Array(count).fill(day)));
  const itemsAt = (day: number) => (day < since ? 0 : items);
  const history = {
    present: PRESENT,
    finished,
    reopened: finished.map(() => NEVER),
    isWorking: (day: number) => day % 7 < 5,
  };
  const options = { historyDays: 90, seed: 1, calibrate: true } as const;
  const question = { kind: 'when', itemsAt } as const;
  return { roller: new ForecastRoller(history, question, options), itemsAt } satisfies RollingTeam;
}

it('a joint forecast of random teams agrees with the single ones', () => {
  const lines = ['plain', 'corrected'] as const;
  fc.assert(
    fc.property(fc.array(aTeam, { minLength: 1, maxLength: 3 }), teams => {
      const joint = (of = teams) => rollJoint(of.map(rolling), PRESENT, true);
      const all = joint();
      const alone = teams.map(team => rolling(team).roller.rolled());
      const [first] = teams;
      if (teams.length === 1) {
        expect(all.current).toEqual(alone[0]?.current?.forecast ?? null);
        expect(all.past).toEqual(alone[0]?.past);
      }
      if (alone.some(({ current }) => current === null)) expect(all.current).toBeNull();
      else
        for (const line of lines) {
          const latest = [0, 1, 2, 3].map(at =>
            Math.max(...alone.map(({ current }) => current?.forecast[line][at] ?? Infinity)),
          );
          all.current?.[line].forEach((days, at) => {
            expect(days).toBeGreaterThanOrEqual(latest[at] as number);
          });
        }
      // Without issues a team has nothing to wait for.
      if (first)
        expect(joint([...teams, { ...first, items: 0 }])).toMatchObject({
          current: all.current,
          past: all.past,
        });
      expect(joint(teams.toReversed()).current).toEqual(all.current);
      const fewer = joint(teams.slice(1)).current;
      if (fewer && all.current)
        for (const line of lines)
          fewer[line].forEach((days, at) => {
            expect(days).toBeLessThanOrEqual(all.current?.[line][at] as number);
          });
    }),
    { numRuns: 40 },
  );
});

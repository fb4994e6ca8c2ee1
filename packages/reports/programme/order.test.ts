/** Programmes whose order, feature WIP and dependencies are known: how often the dates of their rows are kept. */
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { expect, test } from 'vitest';
import computeProgramme from './compute.ts';
import { programmeSettings } from './settings.ts';

const OPTIONS = { zone: 'UTC' } as const;
const START = Date.UTC(2025, 9, 6);
const FRIDAY = Date.UTC(2026, 2, 6);
/** Issues that are finished on a working day. */
const LAWS = [
  [0, 1, 1, 2],
  [0, 0, 1, 2, 3],
  [1, 1, 2, 2, 3],
];

const textOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const isWorking = (at: number) =>
  new Date(at).getUTCDay() % 6 !== 0 && !/(12-25|01-01)$/.test(textOf(at));

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Feature {
  readonly key: string;
  readonly size: number;
  /** Keys of the features that must be over before. */
  readonly blockers: readonly string[];
}

/** The day of each finish of a team that works on the first features whose blockers are over, in turn. */
function* finishes(features: readonly Feature[], atOnce: number, from: number, draw: () => number) {
  const left = new Map(features.map(({ key, size }) => [key, size]));
  const isOpen = (key: string) => (left.get(key) ?? 0) > 0;
  let turn = 0;
  for (let day = from; ; day += DAY) {
    if (!isWorking(day)) continue;
    for (let count = draw(); count > 0; count--) {
      const ready = features.filter(each => isOpen(each.key) && !each.blockers.some(isOpen));
      const [first] = ready;
      if (!first) return;
      const { key } = ready.slice(0, atOnce)[turn++ % Math.min(atOnce, ready.length)] ?? first;
      left.set(key, (left.get(key) ?? 0) - 1);
      yield { key, day, isLast: !isOpen(key) };
    }
  }
}

function made(seed: number) {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const law = LAWS[below(LAWS.length)] ?? [1];
  const draw = () => law[below(law.length)] ?? 0;
  const atOnce = 1 + below(3);
  const earlier = Array.from({ length: 60 }, (_, at): Feature => {
    return { key: `H-${at}`, size: 10 + below(15), blockers: [] };
  });
  const lines: string[] = [];
  for (const { key, day } of finishes(earlier, atOnce, START, draw)) {
    if (day > FRIDAY) break;
    lines.push(
      `${key}0${lines.length} epic:${key} created:"2025-10-01" | ${textOf(day)} 11:00 done`,
    );
  }
  const keys = Array.from({ length: 5 }, (_, at) => `F-${at + 1}`);
  const features = keys.map((key, at): Feature => {
    const later = keys.slice(at + 1);
    const blocker = random() < 0.35 ? later[below(later.length)] : undefined;
    return { key, size: 10 + below(15), blockers: blocker === undefined ? [] : [blocker] };
  });
  for (const { key, size, blockers } of features) {
    lines.push(`${key} Epic created:"2025-10-01"`);
    for (let at = 0; at < size; at++) {
      const waits = at === 0 ? blockers.map(each => ` | 2026-02-02 blocked by ${each}00`) : [];
      lines.push(`${key}0${at} epic:${key} created:"2025-10-01"${waits.join('')}`);
    }
  }
  const over = new Map<string, string>();
  for (const { key, day, isLast } of finishes(features, atOnce, FRIDAY + DAY, draw))
    if (isLast) over.set(key, textOf(day));
  return { data: datasetFromText(lines.join('\n'), OPTIONS), features, over };
}

type Programme = ReturnType<typeof made>;

/** How far the shares of kept dates are from what the levels say, of all features and of the blocked ones. */
function gapsOf(order: string, programmes: readonly Programme[]) {
  const asked = context({ asOf: instantFromText('2026-03-06 23:00', OPTIONS), zone: 'UTC' });
  const dates = programmes.flatMap(({ data, features, over }) => {
    const sequence = features.map(({ key }) => key).join(', ');
    const { value } = programmeSettings.parse({ order, sequence });
    const { rows } = computeProgramme(data, value, asked).result;
    return features.map(({ key, blockers }) => {
      const { date50, date85 } = rows.find(row => row.key === key) ?? {};
      const day = over.get(key) ?? '';
      const isBlocked = blockers.length > 0;
      return { isBlocked, by50: day <= (date50 ?? ''), by85: day <= (date85 ?? '') };
    });
  });
  const gapOf = (some: typeof dates) => {
    const shareOf = (isKept: (date: (typeof dates)[number]) => boolean) =>
      (100 * some.filter(isKept).length) / some.length;
    return (
      (Math.abs(shareOf(each => each.by50) - 50) + Math.abs(shareOf(each => each.by85) - 85)) / 2
    );
  };
  return {
    count: dates.length,
    all: gapOf(dates),
    blocked: gapOf(dates.filter(({ isBlocked }) => isBlocked)),
  };
}

const withoutLinks = (programme: Programme): Programme => ({
  ...programme,
  data: { ...programme.data, issues: programme.data.issues.map(each => ({ ...each, links: [] })) },
});

test('dates by the known order are kept as often as they say, and not where order or blockers are ignored', () => {
  const programmes = Array.from({ length: 200 }, (_, seed) => made(seed + 1));
  const inTurn = gapsOf('one-after-another', programmes);
  expect(inTurn.count).toBe(1000);
  expect(inTurn.all).toBeLessThan(5);
  expect(inTurn.blocked).toBeLessThan(8);
  expect(gapsOf('side-by-side', programmes.slice(0, 15)).all).toBeGreaterThan(10);
  const unlinked = gapsOf('one-after-another', programmes.slice(0, 40).map(withoutLinks));
  expect(unlinked.blocked).toBeGreaterThan(15);
});

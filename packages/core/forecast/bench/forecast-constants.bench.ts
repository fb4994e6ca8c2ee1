/**
 * Rates what forecasts learn by (constants.ts) on simulated processes: the gap between how often forecasts came true and
 * what they said, and their pinball loss over that of plain trials. 110 processes chose the constants: each is compared
 * with smaller and larger values. 88 others test them.
 */

import { mean } from '../../measure/statistics.ts';
import { LEARNING } from '../constants.ts';
import { LEVELS, pinballLoss } from '../levels.ts';
import type { ForecastLine } from '../outlook.ts';
import { ForecastRoller, NEVER, type PastForecast } from '../rolled-forecast.ts';
import { type SimulatedProcess, simulatedProcesses } from './simulated-processes.ts';

/** Days ahead, and the limit of the mean gap in percentage points. */
const HORIZONS = [
  [14, 3],
  [30, 3],
  [90, 6],
] as const;

const TRIED: Readonly<Record<keyof typeof LEARNING, readonly number[]>> = {
  spread: [0.01, 0.2],
  spreadOutcomes: [10, 160],
  levelStep: [0.015, 0.06],
  partAbove: [0, 0.25],
};

export default function bench(size: 'small' | 'full') {
  const each = size === 'small' ? 2 : 10;
  const chosenOn = simulatedProcesses(each, 1);
  const inUse = HORIZONS.map(([days]) => rate(chosenOn, days));
  const trials = Object.entries(TRIED).flatMap(([name, values]) =>
    values.map(value => ({ name, value, ...comparedTo(inUse, chosenOn, { [name]: value }) })),
  );
  const tested = simulatedProcesses(size === 'small' ? 2 : 8, 500_000);
  return [
    ...trials.map(({ name, value, isBetter, text }) => ({
      name: `${name} ${value}: ${text}; better in one, no worse in the other`,
      value: Number(isBetter),
      limit: 0,
      unit: '(1: it is)',
    })),
    ...HORIZONS.flatMap(([days, limit]) => {
      const { gaps, losses } = rate(tested, days);
      const of = `of ${tested.length} other processes over ${days} days`;
      return [
        { name: `Mean gap ${of}`, value: mean(gaps) ?? 0, limit, unit: 'points' },
        { name: `Pinball loss ${of}, over plain`, value: mean(losses) ?? 0, limit: 1, unit: 'x' },
      ];
    }),
  ];
}

interface Rating {
  /** By process. */
  readonly gaps: readonly number[];
  readonly losses: readonly number[];
}

function rate(processes: readonly SimulatedProcess[], days: number): Rating {
  const scores = processes.map(({ counts }) => {
    const finished = Int32Array.from(counts.flatMap((count, day) => Array(count).fill(day)));
    const history = {
      present: counts.length,
      finished,
      reopened: finished.map(() => NEVER),
      isWorking: () => true,
    };
    const options = { historyDays: 90, seed: 1, calibrate: false } as const;
    const { past } = new ForecastRoller(history, { kind: 'how-many', days }, options).rolled();
    return { gap: gapOf(past), loss: lossOf(past, 'corrected') / lossOf(past, 'plain') };
  });
  return { gaps: scores.map(({ gap }) => gap), losses: scores.map(({ loss }) => loss) };
}

/** The mean distance of how often forecasts held from what they said, in percentage points. */
const gapOf = (past: readonly PastForecast[]): number =>
  mean(
    LEVELS.map((level, at) => {
      const held = past.filter(({ actual, corrected }) => (actual ?? 0) >= corrected[at]!);
      return Math.abs((100 * held.length) / past.length - level);
    }),
  ) ?? 0;

const lossOf = (past: readonly PastForecast[], line: ForecastLine): number =>
  mean(past.map(each => pinballLoss('how-many', each[line], each.actual ?? 0))) ?? 0;

/** Whether other constants are better than those in use, beyond twice the standard error over processes and horizons. */
function comparedTo(
  inUse: readonly Rating[],
  processes: readonly SimulatedProcess[],
  others: Partial<typeof LEARNING>,
) {
  const before = { ...LEARNING };
  Object.assign(LEARNING, others);
  const tried = HORIZONS.map(([days]) => rate(processes, days));
  Object.assign(LEARNING, before);
  const difference = (of: keyof Rating) => {
    // Horizons of one process are not independent.
    const by = processes.map(
      (_, at) => mean(tried.map((each, place) => each[of][at]! - inUse[place]![of][at]!)) ?? 0,
    );
    const middle = mean(by) ?? 0;
    const variance = mean(by.map(each => (each - middle) ** 2)) ?? 0;
    return { middle, error: Math.sqrt(variance / by.length) };
  };
  const [gap, loss] = [difference('gaps'), difference('losses')];
  const isLess = (of: typeof gap) => of.middle < -2 * of.error;
  return {
    isBetter: (isLess(gap) && loss.middle <= 0) || (isLess(loss) && gap.middle <= 0),
    text: `gap ${text(gap, 2)}, loss ${text(loss, 4)}`,
  };
}

const text = ({ middle, error }: { middle: number; error: number }, digits: number) =>
  `${middle > 0 ? '+' : ''}${middle.toFixed(digits)} ± ${error.toFixed(digits)}`;

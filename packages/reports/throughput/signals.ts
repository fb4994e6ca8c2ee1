import type { SignalRule } from '@tallyboard/core/measure/process-behaviour.ts';
import type { ThroughputResult } from './compute.ts';

export const UNIT_NAMES = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  hour: 'hours',
  weekday: 'weekdays',
};

/** The latest signal of each rule in words: '8 weeks below the centre, until Mar 2, 2026'. */
export function signalTexts({ xmr, rows, unit }: ThroughputResult): readonly string[] {
  if (xmr === null) return [];
  const units = UNIT_NAMES[unit];
  const words: Readonly<Record<SignalRule, (side: string) => string>> = {
    'beyond-limit': side => `Outside the natural limits, ${side} the centre`,
    '2-of-3': side => `2 of 3 ${units} far ${side} the centre`,
    '4-of-5': side => `4 of 5 ${units} well ${side} the centre`,
    '8-on-one-side': side => `8 ${units} ${side} the centre`,
  };
  const latest = new Map(xmr.signals.map(({ at, rule }) => [rule, at]));
  return [...latest].map(([rule, at]) => {
    const row = rows[at];
    const side = (row?.finished.value ?? 0) > xmr.mean ? 'above' : 'below';
    return `${words[rule](side)}: ${row?.label ?? ''}.`;
  });
}

import { parseNumber } from '@tallyboard/ui/text/numbers.ts';
import type { Drill } from './drill.ts';

/** What a reader typed as the number of a figure, in the unit that is shown: '33.5', '85%', '7h 30m', '2d 4h'. Null for any other text. */
export function readAmount(text: string, { part }: Pick<Drill, 'part'>): number | null {
  const plain = parseNumber(text.replace(/%\s*$/, ''));
  if (plain !== null || !part?.time) return plain;
  const { hours, day } = part.time;
  const sizes: Readonly<Record<string, number | null>> = { d: day, h: 1, m: 1 / 60 };
  const words =
    text
      .trim()
      .toLowerCase()
      .match(/\d[\d.,]*\s*[a-z]+/g) ?? [];
  if (
    words.length === 0 ||
    words.join('') !==
      text
        .trim()
        .toLowerCase()
        .replace(/(?<=[a-z])\s+(?=\d)/g, '')
  )
    return null;
  let sum = 0;
  for (const word of words) {
    const [, amount = '', unit = ''] = /^([\d.,]+)\s*([a-z]+)$/.exec(word) ?? [];
    const size = sizes[UNITS[unit] ?? ''] ?? null;
    const value = parseNumber(amount);
    if (size === null || value === null) return null;
    sum += value * size;
  }
  return sum / hours;
}

const UNITS: Readonly<Record<string, string>> = {
  d: 'd',
  day: 'd',
  days: 'd',
  h: 'h',
  hour: 'h',
  hours: 'h',
  m: 'm',
  min: 'm',
  minutes: 'm',
};

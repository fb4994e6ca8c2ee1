import { expect, test } from 'vitest';
import { chosenSettings } from './chosen-settings.ts';

test('a second choice keeps the first, whose result is not there yet', () => {
  const lines = { ideal: true, real: true };
  const shown = { unit: 'day', lines, range: [1, 2] };
  const first = chosenSettings(shown, shown, { ...shown, lines: { ...lines, ideal: false } });
  const second = chosenSettings(first, shown, { ...shown, lines: { ...lines, real: false } });
  expect(chosenSettings(second, shown, { ...shown, range: [3, 4] })).toEqual({
    unit: 'day',
    lines: { ideal: false, real: false },
    range: [3, 4],
  });
});

test('a choice of what is shown ends one whose result is not there yet', () => {
  const shown = { end: 'today', detailed: false };
  const first = chosenSettings(shown, shown, { ...shown, end: { day: 3 } });
  expect(chosenSettings(first, shown, { ...shown })).toEqual(shown);
});

import { expect, test } from 'vitest';
import { withChanges } from './report-frame.tsx';

test('a second choice keeps the first, whose result is not there yet', () => {
  const lines = { ideal: true, real: true };
  const shown = { unit: 'day', lines, range: [1, 2] };
  const first = withChanges(shown, shown, { ...shown, lines: { ...lines, ideal: false } });
  const second = withChanges(first, shown, { ...shown, lines: { ...lines, real: false } });
  expect(withChanges(second, shown, { ...shown, range: [3, 4] })).toEqual({
    unit: 'day',
    lines: { ideal: false, real: false },
    range: [3, 4],
  });
});

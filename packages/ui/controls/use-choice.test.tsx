import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SegmentedSwitch } from './segmented-switch.tsx';
import { ResultContext } from './use-choice.ts';

const OPTIONS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];

function Unit({ result, value }: { readonly result: object | null; readonly value: string }) {
  return (
    <ResultContext value={result}>
      <SegmentedSwitch label="Unit" options={OPTIONS} value={value} onChange={() => {}} />
    </ResultContext>
  );
}

const week = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Week' });

test('a choice shows until the next result, which decides', async () => {
  const { rerender } = render(<Unit result={{ run: 1 }} value="day" />);
  const first = {};
  rerender(<Unit result={first} value="day" />);
  await userEvent.click(week());
  expect(week().checked).toBe(true);
  rerender(<Unit result={first} value="day" />);
  expect(week().checked).toBe(true);
  rerender(<Unit result={{}} value="day" />);
  expect(week().checked).toBe(false);
});

test('without a result the owner of the control decides', async () => {
  render(<Unit result={null} value="day" />);
  await userEvent.click(week());
  expect(week().checked).toBe(false);
});

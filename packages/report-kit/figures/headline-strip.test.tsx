import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Headline } from '../headline.ts';
import { HeadlineStrip } from './headline-strip.tsx';

const figure = { kind: 'count', value: 2, issues: Uint32Array.of(0, 1) } as const;
const headline: Headline = {
  figures: [
    { id: 'percentile85', label: '85% within', text: '2 days', drill: { reason: '', figure } },
  ],
  sentence: '2 days, 1 day slower than in the 90 days before.',
  compares: { figure: 'percentile85', since: 123 },
};
const why = () => screen.queryByRole('button', { name: /^Why\?/ });

it('a sentence that compares opens its figure with the changes since then', async () => {
  const onDrill = vi.fn();
  const { rerender } = render(<HeadlineStrip headline={headline} onDrill={onDrill} tellsChanges />);
  await userEvent.click(why() as HTMLElement);
  expect(onDrill).toHaveBeenCalledWith({ title: '85% within', reason: '', figure, since: 123 });
  await userEvent.click(screen.getByRole('button', { name: /show issues/ }));
  expect(onDrill).toHaveBeenLastCalledWith({ title: '85% within', reason: '', figure });
  // Files and made-up names have no history to ask.
  rerender(<HeadlineStrip headline={headline} onDrill={onDrill} />);
  expect(why()).toBeNull();
  const { compares: _, ...plain } = headline;
  rerender(<HeadlineStrip headline={plain} onDrill={onDrill} tellsChanges />);
  expect(why()).toBeNull();
});

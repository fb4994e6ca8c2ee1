import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { FormSite } from '@tallyboard/report-kit/form/form-rules.ts';
import { MainFields } from '@tallyboard/report-kit/form/settings-form.tsx';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import rules from './form.tsx';
import { type FlowEfficiencySettings, flowEfficiencySettings } from './settings.ts';

const BOARD = 1 as BoardId;
const SITE = {
  fields: [],
  special: {},
  boards: [],
  settings: { workflows: {} },
  boardColumns: async () => ['Doing', 'Review', 'Done'],
} as unknown as FormSite;

function Form({ first }: { readonly first: Partial<FlowEfficiencySettings> }) {
  const [settings, setSettings] = useState({ ...flowEfficiencySettings.defaults, ...first });
  return (
    <>
      <MainFields
        schema={flowEfficiencySettings}
        rules={rules}
        settings={settings}
        site={SITE}
        onChange={setSettings}
      />
      <output aria-label="Stored">
        {String(flowEfficiencySettings.serialize(settings).waitColumns)}
      </output>
    </>
  );
}

const group = () => screen.getByRole('group', { name: 'Wait columns' });
const names = () =>
  within(group())
    .getAllByRole('checkbox')
    .map(box => (box as HTMLInputElement).labels?.[0]?.textContent);

it('offers the columns before the finish, and keeps those that are elsewhere until they are removed', async () => {
  const user = userEvent.setup();
  render(<Form first={{ board: BOARD, waitColumns: ['review', 'Old, gone'] }} />);
  await within(group()).findByRole('checkbox', { name: 'Doing' });
  expect(names()).toEqual(['Doing', 'Review', 'Old, gone']);
  const review = within(group()).getByRole<HTMLInputElement>('checkbox', { name: 'Review' });
  expect(review.checked).toBe(true);
  await user.click(review);
  await user.click(within(group()).getByRole('checkbox', { name: 'Doing' }));
  expect(screen.getByLabelText('Stored').textContent).toBe('Old\\, gone,Doing');
});

it('offers the columns of the chosen workflow, and the status categories without one', () => {
  const columns = ['Open', 'Build', 'Out'].map(name => ({ name, statuses: [] }));
  render(<Form first={{ workflow: { columns, start: 'Build', finish: 'Out' } }} />);
  expect(names()).toEqual(['Open', 'Build']);
  cleanup();
  render(<Form first={{}} />);
  expect(names()).toEqual(['To Do', 'In Progress']);
});

import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { dataset } from '@tallyboard/core/testing/builders.ts';
import { TestForm } from '@tallyboard/report-kit/testing/test-form.tsx';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import rules from './form.tsx';
import { type ProgrammeSettings, programmeSettings } from './settings.ts';

const TYPES = ['Epic', 'Initiative', 'Story'];
const number = (id: string, name: string) => ({
  id: id as FieldId,
  name,
  custom: true,
  type: 'number',
  items: null,
  customType: null,
});

function show(initial: Partial<ProgrammeSettings> = {}) {
  const onChange = vi.fn<(settings: ProgrammeSettings) => void>();
  render(
    <TestForm
      schema={programmeSettings}
      rules={rules}
      initial={initial}
      onChange={onChange}
      site={{
        fields: [
          number('customfield_1', 'Story Points'),
          number('customfield_2', 'Story points'),
          number('customfield_3', 'Value'),
        ],
        special: dataset([]).special,
        boards: [],
        settings: { workflows: {} },
        issueTypes: async text =>
          TYPES.filter(name => name.toLowerCase().startsWith(text.toLowerCase())),
      }}
    />,
  );
  return { user: userEvent.setup(), last: () => onChange.mock.lastCall?.[0] };
}

it('takes the name of an issue type, says what is wrong with it, and keeps what was typed', async () => {
  const { user, last } = show();
  await user.selectOptions(screen.getByLabelText('Rows'), 'Issues of another type');
  expect(screen.getByText('Enter the name of an issue type.')).toBeTruthy();
  await user.type(screen.getByLabelText('Issue type'), 'Initative');
  expect(
    await screen.findByText(
      "No issue type is called 'Initative'. There are: Epic, Initiative, Story.",
    ),
  ).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('Issue type');
  expect(field.value).toBe('Initative');
  await user.clear(field);
  await user.type(field, 'initiative');
  expect(last()?.rows).toBe('level:initiative');
  await expect.poll(() => screen.queryByText(/No issue type is called/)).toBeNull();
});

it('offers number fields, those of one name by their ids, and keeps one that is gone', async () => {
  const { user, last } = show({ measure: 'Gone' });
  expect(
    screen.getByText("No number field is called 'Gone'. Choose another measure."),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('Measured in').value).toBe('Gone');
  await user.selectOptions(screen.getByLabelText('Measured in'), 'Value');
  expect(last()?.measure).toBe('Value');
  await user.selectOptions(screen.getByLabelText('Measured in'), 'Story Points (customfield_1)');
  expect(last()?.measure).toBe('customfield_1');
  expect(screen.getByLabelText('Estimates count')).toBeTruthy();
});

it('shows settings with the ones that they belong to', async () => {
  const { user } = show();
  expect(screen.queryByLabelText('In the order')).toBeNull();
  expect(screen.queryByLabelText('Estimates count')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Team works'), 'On one after another');
  expect(screen.getByLabelText('In the order')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Rows'), 'Queries');
  expect(screen.getByRole('button', { name: 'Queries of the rows' })).toBeTruthy();
  expect(screen.queryByLabelText('Issues of a row')).toBeNull();
});

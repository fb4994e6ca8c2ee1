import type { WorkflowChoice } from '@tallyboard/core/flow/workflow-definition.ts';
import { FlagHost } from '@tallyboard/ui/feedback/flags.tsx';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { EditorStatus } from './edit-workflow.ts';
import { type SaveWorkflow, SaveWorkflowContext } from './save-workflow.ts';
import { WorkflowField } from './workflow-field.tsx';

const STATUSES: readonly EditorStatus[] = [
  { name: 'Open', category: 'to-do' },
  { name: 'Doing', category: 'in-progress' },
  { name: 'Review', category: 'in-progress' },
  { name: 'Done', category: 'done' },
];

let last: WorkflowChoice = null;

function Field({ loadStatuses = async () => STATUSES }) {
  const [value, setValue] = useState<WorkflowChoice>(null);
  last = value;
  return (
    <WorkflowField
      value={value}
      onChange={setValue}
      shared={{ development: { columns: [{ name: 'All', statuses: ['Doing'] }] }, broken: 1 }}
      hasBoard={false}
      loadStatuses={loadStatuses}
    />
  );
}

const column = (name: string) => screen.getByRole('listitem', { name });
const statusesOf = (name: string) =>
  within(column(name))
    .queryAllByRole('button')
    .map(button => button.textContent)
    .filter(text => text !== '');

it('chooses a shared workflow by name', async () => {
  render(<Field />);
  const select = screen.getByRole('combobox', { name: 'Workflow' });
  expect([...within(select).getAllByRole('option')].map(each => each.textContent)).toEqual([
    'Status categories',
    'development',
  ]);
  await userEvent.selectOptions(select, 'development');
  expect(last).toBe('development');
});

it('edits columns by keyboard alone', async () => {
  const user = userEvent.setup();
  render(<Field />);
  screen.getByRole('button', { name: 'Edit columns' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('listitem', { name: 'In Progress' });
  expect(statusesOf('In Progress')).toEqual(['Doing', 'Review']);
  await user.click(screen.getByRole('button', { name: 'Add column' }));
  const name = screen.getByRole('textbox', { name: 'Name of column 3' });
  fireEvent.change(name, { target: { value: 'Checking' } });
  screen.getByRole('button', { name: 'Review' }).focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(statusesOf('Checking')).toEqual(['Review']);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Review' })),
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move to No column' }));
  expect(statusesOf('No column')).toEqual(['Open']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Clock stops at' }), 'Checking');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(last).toEqual({
    columns: [
      { name: 'To Do', statuses: [] },
      { name: 'In Progress', statuses: ['Doing'] },
      { name: 'Checking', statuses: ['Review'] },
      { name: 'Done', statuses: ['Done'] },
    ],
    start: 'In Progress',
    finish: 'Checking',
  });
});

it('saves edited columns under a name that is chosen then, for admins alone', async () => {
  const user = userEvent.setup();
  const save = vi.fn<SaveWorkflow>(async () => {});
  const edit = async () => {
    await user.click(screen.getByRole('button', { name: 'Edit columns' }));
    await screen.findByRole('listitem', { name: 'In Progress' });
  };
  const { rerender } = render(<Field />);
  await edit();
  expect(screen.queryByRole('textbox', { name: 'Shared workflow' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  rerender(
    <SaveWorkflowContext value={save}>
      <Field />
    </SaveWorkflowContext>,
  );
  await edit();
  const name = screen.getByRole('textbox', { name: 'Shared workflow' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await user.type(name, 'Development');
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Another workflow has this name.')).toBeTruthy();
  await user.type(name, ' 2');
  save.mockRejectedValueOnce(new Error('Try again.'));
  await user.click(button);
  await screen.findByText('Try again.');
  await user.click(button);
  await waitFor(() => expect(last).toBe('Development 2'));
  expect(save.mock.lastCall?.[0]).toBe('Development 2');
  expect(save.mock.lastCall?.[1].start).toBe('In Progress');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that the statuses could not be loaded', async () => {
  const loadStatuses = async () => Promise.reject(new Error('Jira answered 503.'));
  render(
    <>
      <Field loadStatuses={loadStatuses} />
      <FlagHost />
    </>,
  );
  const edit = screen.getByRole('button', { name: 'Edit columns' });
  await userEvent.click(edit);
  await screen.findByText('Jira answered 503.');
  expect(edit.getAttribute('aria-disabled')).toBe('false');
});

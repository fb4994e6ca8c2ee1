import type { Host } from '@tallyboard/hosts/host.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EditBoardSet, membersWith } from './edit-board-set.tsx';

/** A host that keeps no board sets, and answers nothing. */
const host = {
  savedReports: null,
  info: { flavour: 'cloud', addonKey: null },
  request: () => new Promise(() => {}),
} as unknown as Host;

test('a query that was typed and not added yet is a member of the set that is created', async () => {
  const user = userEvent.setup();
  render(<EditBoardSet host={host} set={null} onClose={() => {}} />);
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Programme');
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  expect(create.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Add a query' }), 'project = OPS');
  expect(create.disabled).toBe(false);
  expect(membersWith([{ jql: 'project = WEB' }], ' project = OPS ')).toEqual([
    { jql: 'project = WEB' },
    { jql: 'project = OPS' },
  ]);
  expect(membersWith([{ jql: 'project = OPS' }], 'project = OPS')).toHaveLength(1);
});

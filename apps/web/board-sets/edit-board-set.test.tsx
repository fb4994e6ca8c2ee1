import type { Host } from '@tallyboard/hosts/host.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EditBoardSet, membersWith } from './edit-board-set.tsx';

/** A host that keeps no board sets, and answers nothing but whether queries are right. */
const host = {
  savedReports: null,
  info: { flavour: 'cloud', addonKey: null },
  request: async ({ path, body }: { path: string; body?: { queries: string[] } }) => {
    if (!path.endsWith('/jql/parse')) return new Promise(() => {});
    const queries = body?.queries.map(query => ({
      query,
      ...(query.startsWith('projekt') && { errors: ["Field 'projekt' does not exist."] }),
    }));
    return { status: 200, headers: {}, body: JSON.stringify({ queries }) };
  },
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

test('a wrong query is refused with what is wrong, before the set is saved', async () => {
  const user = userEvent.setup();
  render(<EditBoardSet host={host} set={null} onClose={() => {}} />);
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Programme');
  await user.type(screen.getByRole('textbox', { name: 'Add a query' }), 'projekt = OPS{Enter}');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Correct the query "projekt = OPS": Field \'projekt\' does not exist.',
  );
  // The query left its field, and would be lost all the same.
  await user.keyboard('{Escape}');
  screen.getByRole('heading', { name: 'Discard your changes?' });
});

import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import ShareDialog from './share-dialog.tsx';

test('inside Jira Cloud a report is shared with projects that Jira finds for the reader', async () => {
  const asked: unknown[] = [];
  const host = {
    ...createStandaloneHost(),
    savedReports: 'app' as const,
    request: async ({ path, query }: { path: string; query?: object }) => {
      asked.push([path, query]);
      const values = [{ id: '10', key: 'WEB', name: 'Portal' }];
      return { status: 200, headers: {}, body: JSON.stringify({ values }) };
    },
  };
  const onShare = vi.fn();
  const user = userEvent.setup();
  render(
    <ShareDialog
      host={host}
      title="Share the saved report"
      owner={null}
      shares={[]}
      onShare={onShare}
      onClose={() => {}}
    />,
  );
  screen.getByText('Not shared: only you can see it.');
  await user.type(screen.getByRole('searchbox', { name: 'Add projects' }), 'por');
  await user.click(await screen.findByRole('button', { name: 'Add Portal (WEB)' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onShare).toHaveBeenCalledWith([
    { kind: 'project', name: '10', label: 'Portal (WEB)', edit: false },
  ]);
  expect(asked.at(-1)).toEqual([
    '/rest/api/3/project/search',
    { orderBy: 'name', maxResults: 10, query: 'por' },
  ]);
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import DisplayLinkDialog from './display-link-dialog.tsx';

const revoked: string[] = [];

vi.mock('../dashboards-api.ts', () => ({
  fetchDisplayLinks: async () => [
    { id: 'tw_1', name: 'Lobby', owner: 'ana', used: null, revoked: null },
  ],
  makeDisplayLink: async (_host: object, _id: string, name: string) => ({ path: `/wall/${name}` }),
  revokeDisplayLink: async (_host: object, id: string) => void revoked.push(id),
}));

const open = () => {
  const onClose = vi.fn();
  const host = { request: async () => Promise.reject(new Error('not used')) };
  render(<DisplayLinkDialog host={host} dashboardId="1" onClose={onClose} />);
  return { user: userEvent.setup(), onClose };
};
const button = (name: string) => screen.getByRole('button', { name });

test('a link that was not copied stays beside the next one, and closing asks for it', async () => {
  const { user, onClose } = open();
  for (const name of ['Hall', 'Desk']) {
    await user.type(screen.getByRole('textbox', { name: 'Name' }), `${name}{Enter}`);
    await screen.findByRole('textbox', { name: `Link of ${name}` });
  }
  await user.click(button('Copy: Link of Desk'));
  await user.click(button('Close'));
  screen.getByText('The link of Hall is not shown again.');
  await user.click(button('Keep open'));
  await user.click(button('Copy: Link of Hall'));
  await user.click(button('Close'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a link is revoked once its maker has said so twice', async () => {
  const { user } = open();
  await screen.findByText('Lobby');
  await user.click(button('Revoke'));
  expect(revoked).toEqual([]);
  await user.click(button('Keep'));
  await user.click(button('Revoke'));
  await user.click(button('Revoke for good'));
  expect(revoked).toEqual(['tw_1']);
});

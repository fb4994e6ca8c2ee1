import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { TextField } from '../controls/text-field.tsx';
import { Modal } from './modal.tsx';

function Named({ save, onClose }: { save: () => Promise<unknown>; onClose: () => void }) {
  const [name, setName] = useState('Weekly');
  return (
    <Modal title="Rename" confirm={{ label: 'Save', onConfirm: save }} onClose={onClose}>
      {submit => <TextField label="Name" value={name} onChange={setName} onEnter={submit} />}
    </Modal>
  );
}

class CallError extends Error {
  readonly sentence = 'Jira could not be reached. Check the connection.';
}

test('a failed save keeps the dialog with its text and says why; a later one closes it', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const save = vi.fn<() => Promise<unknown>>();
  save.mockRejectedValueOnce(new CallError('PUT /saved got no reply')).mockResolvedValueOnce(null);
  render(<Named save={save} onClose={onClose} />);
  await user.type(screen.getByRole('textbox'), ' report{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Jira could not be reached. Check the connection.',
  );
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Weekly report');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Escape and Cancel ask where typed text would be lost, and only there', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<Named save={async () => {}} onClose={onClose} />);
  const field = screen.getByRole('textbox');
  await user.type(field, '!');
  await user.keyboard('{Escape}');
  const question = () => screen.queryByRole('heading', { name: 'Discard what you typed?' });
  expect(question()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(question()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  // The question is closed by then, so that the focus returns.
  expect(question()).toBeNull();
  await user.type(field, '{Backspace}');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('what is shown once is not closed by accident before it was copied', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const dialog = (losing: string | null) => (
    <Modal title="Link" losing={losing} onClose={onClose}>
      tw_1
    </Modal>
  );
  const { rerender } = render(dialog('The link is not shown again.'));
  await user.keyboard('{Escape}');
  screen.getByText('The link is not shown again.');
  await user.click(screen.getByRole('button', { name: 'Keep open' }));
  expect(onClose).not.toHaveBeenCalled();
  rerender(dialog(null));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

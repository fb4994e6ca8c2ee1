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

test('a list that was changed and a number that was typed are asked for as well', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const dialog = (changed: boolean) => (
    <Modal title="Share" changed={changed} onClose={onClose}>
      <input type="number" aria-label="Limit" />
      <input type="search" aria-label="Search" />
    </Modal>
  );
  const { rerender } = render(dialog(true));
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(reload()).toBe(true);
  await user.keyboard('{Escape}');
  screen.getByRole('heading', { name: 'Discard your changes?' });
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  rerender(dialog(false));
  await user.type(screen.getByLabelText('Search'), 'ada');
  expect(reload()).toBe(false);
  await user.type(screen.getByLabelText('Limit'), '5');
  expect(reload()).toBe(true);
  await user.keyboard('{Escape}');
  screen.getByRole('heading', { name: 'Discard what you typed?' });
  expect(onClose).not.toHaveBeenCalled();
});

function Removable() {
  const [names, setNames] = useState(['Ada', 'Grace']);
  const [open, setOpen] = useState(true);
  return (
    <>
      {open && (
        <Modal title="Shares" onClose={() => setOpen(false)}>
          <ul>
            {names.map(name => (
              <li key={name}>
                <button type="button" onClick={() => setNames(names.filter(each => each !== name))}>
                  Remove {name}
                </button>
              </li>
            ))}
          </ul>
        </Modal>
      )}
    </>
  );
}

test('the focus goes to the next control where its own is removed', async () => {
  const user = userEvent.setup();
  render(<Removable />);
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove Grace'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
});

test('the focus returns beside the button that opened a dialog and is gone', async () => {
  const user = userEvent.setup();
  function Page() {
    const [state, setState] = useState<'new' | 'open' | 'saved'>('new');
    return (
      <div>
        {state !== 'saved' && (
          <button type="button" onClick={() => setState('open')}>
            Save report
          </button>
        )}
        <button type="button">Export</button>
        {state === 'open' && (
          <Modal
            title="Save"
            confirm={{ label: 'Save', onConfirm: () => setState('saved') }}
            onClose={() => {}}
          >
            A report
          </Modal>
        )}
      </div>
    );
  }
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Save report' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement?.textContent).toBe('Export');
});

test('the focus goes to the field beside a button that it disables', async () => {
  const user = userEvent.setup();
  function Adding() {
    const [text, setText] = useState('OPS');
    return (
      <Modal title="Projects" onClose={() => {}}>
        <div>
          <input aria-label="Key" value={text} onChange={() => {}} />
          <button type="button" disabled={text === ''} onClick={() => setText('')}>
            Add
          </button>
        </div>
      </Modal>
    );
  }
  render(<Adding />);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Key')));
});

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { FlagHost, showFlag } from '../feedback/flags.tsx';
import { keepFocusOnPage } from './keep-focus.ts';

function Root({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={root => (root ? keepFocusOnPage(root) : undefined)}>
      <a href="/">Home</a>
      {children}
      <FlagHost />
    </div>
  );
}

const focused = () => document.activeElement;

function SavedReport() {
  const [changed, setChanged] = useState(true);
  const [open, setOpen] = useState(true);
  return (
    <main>
      <div>
        {open && (
          <div>
            <button type="button" onClick={() => setOpen(false)}>
              Delete
            </button>
            {changed && (
              <button type="button" onClick={() => setChanged(false)}>
                Save
              </button>
            )}
          </div>
        )}
        <h2>Overview</h2>
        <button type="button">Export</button>
      </div>
    </main>
  );
}

test('the focus goes beside a control of the page that is removed', async () => {
  const user = userEvent.setup();
  render(
    <Root>
      <SavedReport />
    </Root>,
  );
  screen.getByRole('button', { name: 'Save' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(focused()?.textContent).toBe('Delete'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(focused()?.textContent).toBe('Export'));
});

test('a new screen and a message that closes give the focus to the content of the page', async () => {
  const user = userEvent.setup();
  function Screens() {
    const [made, setMade] = useState(false);
    return made ? (
      <main key="dashboard">A dashboard</main>
    ) : (
      <main key="list">
        <button type="button" onClick={() => setMade(true)}>
          Create
        </button>
      </main>
    );
  }
  render(
    <Root>
      <Screens />
    </Root>,
  );
  // Files of tests share the messages that stay until they are closed.
  for (const left of screen.queryAllByRole('button', { name: 'Close message' }))
    await user.click(left);
  screen.getByRole('button', { name: 'Create' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('main')));
  showFlag({ kind: 'error', title: 'It could not be saved' });
  (await screen.findByRole('button', { name: 'Close message' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('main')));
});

test('a control that its reader has left does not take the focus back', async () => {
  const { rerender } = render(
    <Root>
      <main>
        <button type="button">Row 1</button>
        <button type="button">Row 2</button>
      </main>
    </Root>,
  );
  screen.getByRole('button', { name: 'Row 1' }).focus();
  fireEvent.wheel(screen.getByRole('main'));
  rerender(
    <Root>
      <main>
        <p>Scrolled</p>
        <button type="button">Row 2</button>
      </main>
    </Root>,
  );
  // Observers run as microtasks.
  await Promise.resolve();
  expect(focused()).toBe(document.body);
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Menu } from '../controls/menu.tsx';
import { Drawer } from './drawer.tsx';
import { Popover } from './popover.tsx';
import { TooltipHost } from './tooltip.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        128
      </button>
      {open && (
        <Drawer title="Resolved" onClose={() => setOpen(false)}>
          <Popover
            label="History"
            trigger={props => (
              <button type="button" {...props}>
                Clock
              </button>
            )}
          >
            Three visits
          </Popover>
        </Drawer>
      )}
    </>
  );
}

describe('drawer', () => {
  test('focus goes to the title and returns; Escape closes the topmost only', async () => {
    render(<Page />);
    const user = userEvent.setup();
    const figure = screen.getByRole('button', { name: '128' });
    await user.click(figure);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Resolved' }));
    await user.click(screen.getByRole('button', { name: 'Clock' }));
    expect(screen.getByText('Three visits')).toBeTruthy();

    await user.keyboard('{Escape}');
    expect(screen.queryByText('Three visits')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clock' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('heading', { name: 'Resolved' })).toBeNull();
    expect(document.activeElement).toBe(figure);
  });
});

test('menu: arrows and letters move, Enter acts and the focus returns', async () => {
  const print = vi.fn();
  const csv = vi.fn();
  render(
    <Menu
      label="Actions"
      actions={[
        { id: 'p', label: 'Print', onSelect: print },
        { id: 'c', label: 'Export CSV', onSelect: csv },
      ]}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(document.activeElement?.textContent).toBe('Print');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Export CSV');
  await user.keyboard('p');
  expect(document.activeElement?.textContent).toBe('Print');
  await user.keyboard('{Enter}');
  expect([print.mock.calls.length, csv.mock.calls.length]).toEqual([1, 0]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }));
});

test('tooltip: none for the focus of a press, which would take the first Escape', () => {
  vi.useFakeTimers();
  try {
    render(
      <>
        <button type="button" data-tb-tooltip="Export CSV">
          Save
        </button>
        <button type="button">Other</button>
        <TooltipHost />
      </>,
    );
    const open = () => document.querySelector('.tb-tooltip--open')?.textContent;
    const button = screen.getByRole('button', { name: 'Save' });
    fireEvent.pointerDown(button);
    act(() => button.focus());
    fireEvent.pointerUp(button);
    act(() => void vi.advanceTimersByTime(1000));
    expect(open()).toBeUndefined();
    // By key it is asked about.
    act(() => screen.getByRole('button', { name: 'Other' }).focus());
    act(() => button.focus());
    act(() => void vi.advanceTimersByTime(1000));
    expect(open()).toBe('Export CSV');
  } finally {
    vi.useRealTimers();
  }
});

test('tooltip: after half a second of focus, gone with Escape', () => {
  vi.useFakeTimers();
  try {
    render(
      <>
        <button type="button" data-tb-tooltip="Resolved / total">
          64%
        </button>
        <TooltipHost />
      </>,
    );
    const button = screen.getByRole('button');
    const open = () => document.querySelector('.tb-tooltip--open')?.textContent;
    act(() => button.focus());
    vi.advanceTimersByTime(499);
    expect(open()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(open()).toBe('Resolved / total');
    expect(button.getAttribute('aria-describedby')).toBe('tb-tooltip');
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(open()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

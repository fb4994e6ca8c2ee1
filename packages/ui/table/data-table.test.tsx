import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly points: number | null;
  readonly parts?: readonly Item[];
}

const COLUMNS: readonly Column<Item>[] = [
  { id: 'name', header: 'Name', value: row => row.name },
  { id: 'points', header: 'Points', numeric: true, value: row => row.points, total: '8' },
];
const ITEMS: readonly Item[] = [
  { id: 'b', name: 'NAV-10', points: 3 },
  { id: 'a', name: 'NAV-9', points: null },
  { id: 'c', name: 'NAV-2', points: 5 },
];
const TREE: readonly Item[] = [
  { id: 'g1', name: 'Ana', points: 5, parts: [{ id: 'i1', name: 'NAV-1', points: 5 }] },
  { id: 'g2', name: 'Ben', points: 2, parts: [{ id: 'i2', name: 'NAV-2', points: 2 }] },
];

const many = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `Row ${index + 1}`,
    points: index,
  }));
const id = (row: Item) => row.id;
const parts = (row: Item) => row.parts;
const names = () => screen.getAllByRole('rowheader').map(cell => cell.textContent);

describe('sorting', () => {
  test('numbers start descending, text sorts numerically, null is last, the third click resets', async () => {
    render(<DataTable label="Items" columns={COLUMNS} rows={ITEMS} rowId={id} />);
    const user = userEvent.setup();
    const points = screen.getByRole('button', { name: 'Points' });
    const steps: [HTMLElement, string | null, string[]][] = [
      [points, 'descending', ['NAV-2', 'NAV-10', 'NAV-9', 'Total']],
      [points, 'ascending', ['NAV-10', 'NAV-2', 'NAV-9', 'Total']],
      [points, null, ['NAV-10', 'NAV-9', 'NAV-2', 'Total']],
      [screen.getByRole('button', { name: 'Name' }), null, ['NAV-2', 'NAV-9', 'NAV-10', 'Total']],
    ];
    for (const [button, direction, expected] of steps) {
      await user.click(button);
      expect(names()).toEqual(expected);
      expect(screen.getByRole('columnheader', { name: 'Points' }).getAttribute('aria-sort')).toBe(
        direction,
      );
    }
  });

  test('an absent number is a dash', () => {
    render(<DataTable label="Items" columns={COLUMNS} rows={ITEMS} rowId={id} />);
    expect(screen.getByRole('row', { name: /NAV-9/ }).textContent).toBe('NAV-9-');
  });
});

describe('pages', () => {
  test('ten rows, next, another size stays at the first shown row', async () => {
    render(<DataTable label="Items" columns={COLUMNS} rows={many(64)} rowId={id} pageSize={10} />);
    const user = userEvent.setup();
    expect(names()).toHaveLength(11);
    for (let page = 0; page < 3; page++) {
      await user.click(screen.getByRole('button', { name: 'Next page' }));
    }
    expect(screen.getByText('31–40 of 64')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Rows'), '25');
    expect(screen.getByText('26–50 of 64')).toBeTruthy();
  });

  test('print shows every row', () => {
    render(<DataTable label="Items" columns={COLUMNS} rows={many(64)} rowId={id} pageSize={10} />);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(names()).toHaveLength(65);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(names()).toHaveLength(11);
  });
});

describe('tree', () => {
  const press = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  const focused = () => document.activeElement?.querySelector('th')?.textContent;

  test('arrow keys open, go in, go back, close', () => {
    render(<DataTable label="T" columns={COLUMNS} rows={TREE} rowId={id} childRows={parts} />);
    const rows = within(screen.getByRole('treegrid')).getAllByRole('row');
    const [first] = rows.filter(row => row.tabIndex === 0);
    first?.focus();
    expect(focused()).toBe('Ana');
    const steps: [string, string][] = [
      ['ArrowRight', 'Ana'],
      ['ArrowRight', 'NAV-1'],
      ['ArrowDown', 'Ben'],
      ['ArrowUp', 'NAV-1'],
      ['ArrowLeft', 'Ana'],
      ['ArrowLeft', 'Ana'],
      ['End', 'Ben'],
      ['Enter', 'Ben'],
      ['ArrowDown', 'NAV-2'],
      ['Home', 'Ana'],
    ];
    for (const [key, expected] of steps) {
      press(key);
      expect(`${key} ${focused()}`).toBe(`${key} ${expected}`);
    }
    expect(names()).toEqual(['Ana', 'Ben', 'NAV-2', 'Total']);
    expect(screen.getByRole('row', { name: /NAV-2/ }).getAttribute('aria-level')).toBe('2');
  });

  test('a long table renders only visible rows', () => {
    render(<DataTable label="T" columns={COLUMNS} rows={many(1500)} rowId={id} />);
    expect(screen.getAllByRole('row').length).toBeLessThan(200);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1501');
  });

  test('a very long table has pages of 100 rows, in the order of all', async () => {
    render(
      <DataTable
        label="T"
        columns={COLUMNS}
        rows={many(5000)}
        rowId={id}
        defaultSort={{ column: 'points', descending: true }}
      />,
    );
    expect(screen.getByText('1–100 of 5,000')).toBeTruthy();
    expect(names()[0]).toBe('Row 5000');
    await userEvent.click(screen.getByRole('button', { name: /^Next/ }));
    expect(screen.getByText('101–200 of 5,000')).toBeTruthy();
    expect(names()[0]).toBe('Row 4900');
  });
});

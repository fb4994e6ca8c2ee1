/** A dashboard as the server sends it, and optimistic changes to it. */
import { share } from '@tallyboard/hosts/saved/owned-items.ts';
import type { CSSProperties } from 'react';
import * as v from 'valibot';

/** Key of the dashboard that was open last, in the browser's storage. */
export const LAST_DASHBOARD = 'tallyboard.dashboard';

export const wireItem = v.object({
  id: v.string(),
  moduleKey: v.string(),
  title: v.string(),
  color: v.string(),
  row: v.number(),
  column: v.number(),
  revision: v.number(),
  /** Null: nothing stored yet. Absent: not part of this reply. */
  settings: v.optional(v.nullable(v.object({ value: v.unknown(), version: v.number() }))),
});

const summary = {
  id: v.string(),
  name: v.string(),
  description: v.string(),
  layout: v.string(),
  shares: v.pipe(v.array(share), v.readonly()),
  favourite: v.boolean(),
  cyclePeriodMs: v.number(),
  version: v.number(),
  updatedMs: v.number(),
  owner: v.nullable(v.string()),
  mine: v.boolean(),
  editable: v.boolean(),
  manageable: v.boolean(),
};

export const WireDashboardList = v.object({ dashboards: v.array(v.object(summary)) });
export const WireDashboard = v.object({
  ...summary,
  /** The filter that its gadgets follow by default, as parameters of its address. */
  filter: v.optional(v.string(), ''),
  items: v.array(wireItem),
});
export const WireDashboardSummary = v.object(summary);

export type DashboardSummary = Readonly<v.InferOutput<typeof WireDashboardSummary>>;
export type Share = Readonly<v.InferOutput<typeof share>>;
export type Item = Readonly<v.InferOutput<typeof wireItem>>;
export type Dashboard = DashboardSummary & {
  readonly filter: string;
  readonly items: readonly Item[];
};

export type ItemChange = Pick<Item, 'id'> &
  Partial<Pick<Item, 'row' | 'column' | 'title' | 'color'>>;

export interface DashboardChange
  extends Partial<
    Pick<Dashboard, 'name' | 'description' | 'layout' | 'shares' | 'cyclePeriodMs' | 'filter'>
  > {
  readonly items?: readonly ItemChange[];
}

/** The color of a gadget as CSS; blue for an unknown name. */
export function colorStyle(color: string): CSSProperties {
  const name = color === 'cyan' ? 'teal' : color;
  const token = color === 'white' ? '--ds-border' : `--ds-border-accent-${name}`;
  return { '--tb-gadget-color': `var(${token}, var(--ds-border-accent-blue))` };
}

/** Relative widths of the columns of a layout: 'AB' is narrow, then wide. */
export const columnWidths = (layout: string): readonly number[] =>
  Array.from(layout, letter => (letter === 'B' ? 2 : 1));

/** Items of each column from the top; a column may be empty. */
export function columnsOf({ layout, items }: Pick<Dashboard, 'layout' | 'items'>): Item[][] {
  const columns: Item[][] = Array.from({ length: layout.length }, () => []);
  for (const item of [...items].sort((a, b) => a.row - b.row)) {
    columns[Math.min(item.column, layout.length - 1)]?.push(item);
  }
  return columns;
}

/** The dashboard with a change applied as the server applies it: other items make room and close gaps. */
export function applyChange(dashboard: Dashboard, change: DashboardChange): Dashboard {
  const { items: changes = [], ...rest } = change;
  const layout = rest.layout ?? dashboard.layout;
  const isPlaced = ({ row, column }: ItemChange) => (row ?? column) !== undefined;
  const changed = dashboard.items.map(item => ({
    ...item,
    ...changes.find(({ id }) => id === item.id),
  }));
  const moved = new Set(changes.filter(isPlaced).map(({ id }) => id));
  const columns = columnsOf({ layout, items: changed.filter(({ id }) => !moved.has(id)) });
  for (const item of changed.filter(({ id }) => moved.has(id)).sort((a, b) => a.row - b.row)) {
    columns[Math.min(Math.max(0, item.column), layout.length - 1)]?.splice(
      Math.max(0, item.row),
      0,
      item,
    );
  }
  const items = columns.flatMap((list, column) =>
    list.map((item, row) => ({ ...item, row, column })),
  );
  return { ...dashboard, ...rest, layout, items };
}

export type Step = 'up' | 'down' | 'left' | 'right';

/** Where an item is after one step; null where there is nothing in that direction. */
export function stepFrom(dashboard: Dashboard, id: string, step: Step): ItemChange | null {
  const { columns, column, row } = placeOf(dashboard, id);
  if (row < 0) return null;
  const sideways = step === 'left' ? -1 : step === 'right' ? 1 : 0;
  const target = columns[column + sideways];
  const next = row + (step === 'up' ? -1 : step === 'down' ? 1 : 0);
  if (!target || next < 0 || (sideways === 0 && next >= target.length)) return null;
  return { id, column: column + sideways, row: Math.min(next, target.length) };
}

/** 'column 2 of 2, place 1 of 3', for screen readers. */
export function placeText(dashboard: Dashboard, id: string): string {
  const { columns, column, row } = placeOf(dashboard, id);
  const place = `place ${row + 1} of ${columns[column]?.length ?? 0}`;
  return columns.length === 1 ? place : `column ${column + 1} of ${columns.length}, ${place}`;
}

function placeOf(dashboard: Dashboard, id: string) {
  const columns = columnsOf(dashboard);
  const column = columns.findIndex(list => list.some(item => item.id === id));
  return { columns, column, row: columns[column]?.findIndex(item => item.id === id) ?? -1 };
}

import { columnsOf, type Dashboard } from '../dashboard.ts';

/** The place of a gadget on a wallboard: row and column from 1; column null spans the row. */
export interface WallPlace {
  readonly row: number;
  readonly column: number | null;
}

/**
 * The gadgets of a dashboard in rows, so that a screen shows whole gadgets. Gadgets side by side on the dashboard share
 * a row unless one of them is in `wide`; a gadget alone in its row spans it.
 */
export function wallPlaces(
  dashboard: Pick<Dashboard, 'layout' | 'items'>,
  wide: ReadonlySet<string>,
): ReadonlyMap<string, WallPlace> {
  const columns = columnsOf(dashboard);
  const places = new Map<string, WallPlace>();
  const depth = Math.max(0, ...columns.map(list => list.length));
  let row = 1;
  for (let at = 0; at < depth; at++) {
    const beside = columns.flatMap((list, column) => {
      const item = list[at];
      return item ? [{ id: item.id, column: column + 1 }] : [];
    });
    const share = beside.length > 1 && !beside.some(({ id }) => wide.has(id));
    for (const { id, column } of beside) {
      places.set(id, { row, column: share ? column : null });
      if (!share) row++;
    }
    if (share) row++;
  }
  return places;
}

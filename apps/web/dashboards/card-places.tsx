import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { columnWidths } from './dashboard.ts';

/** All columns are always rendered: hiding one keeps its gadgets. */
const MAX_COLUMNS = 3;

/**
 * Cards in columns, in reading order. React cannot move a component to another parent. So each card is a portal into its
 * own element, which `moveBefore` moves with scroll positions, open dialogs and focus intact.
 */
export function CardPlaces(props: {
  /** Ids of the cards of each column, from the top. */
  readonly columns: readonly (readonly string[])[];
  readonly layout: string;
  readonly children: (id: string) => ReactNode;
}) {
  const { columns, layout, children } = props;
  const widths = columnWidths(layout);
  const lists = useRef<(HTMLDivElement | null)[]>([]);
  const [places] = useState(() => new Map<string, HTMLElement>());
  const placeOf = (id: string) => {
    const known = places.get(id);
    if (known) return known;
    const place = document.createElement('div');
    place.className = 'tb-dash__place';
    place.dataset.item = id;
    places.set(id, place);
    return place;
  };
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const shown = new Set(columns.flat());
    for (const [id, place] of places) {
      if (shown.has(id)) continue;
      place.remove();
      places.delete(id);
    }
    columns.forEach((ids, column) => {
      const list = lists.current[column];
      if (list)
        arrange(
          list,
          ids.flatMap(id => places.get(id) ?? []),
        );
    });
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  });
  return (
    <div className="tb-dash__columns">
      {Array.from({ length: MAX_COLUMNS }, (_, column) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a column.
          key={column}
          ref={list => {
            lists.current[column] = list;
          }}
          className="tb-dash__column"
          style={{ flexGrow: widths[column] }}
          hidden={column >= columns.length}
        />
      ))}
      {columns.flat().map(id => createPortal(children(id), placeOf(id), id))}
    </div>
  );
}

/** `moveBefore` exists in browsers since 2025. */
type Mover = Element & { moveBefore?: (node: Node, before: Node | null) => void };

function arrange(list: Mover, wanted: readonly HTMLElement[]): void {
  wanted.forEach((place, at) => {
    const before = list.children[at] ?? null;
    if (before === place) return;
    if (list.moveBefore && place.isConnected) list.moveBefore(place, before);
    else list.insertBefore(place, before);
  });
}

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

export interface CardPlacesProps {
  /** Ids of the cards of each column, from the top. */
  readonly columns: readonly (readonly string[])[];
  readonly layout: string;
  readonly children: (id: string) => ReactNode;
}

/** As many as a layout can have: a column that is only hidden keeps its frames. */
const MOST_COLUMNS = 3;

/**
 * Cards in columns, in reading order. A frame that leaves the document loads anew, and React moves elements by taking
 * them out. So each card is drawn into an element of its own, and that element is moved with `moveBefore`, which keeps
 * frames and focus; browsers without it load the moved gadget again.
 */
export function CardPlaces({ columns, layout, children }: CardPlacesProps) {
  const lists = useRef<(HTMLDivElement | null)[]>([]);
  const [places] = useState(() => new Map<string, HTMLElement>());
  const placeOf = (id: string) => {
    const known = places.get(id);
    if (known) return known;
    const made = document.createElement('div');
    made.className = 'tb-dash__place';
    made.dataset.item = id;
    places.set(id, made);
    return made;
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
    <div className={`tb-dash__columns tb-dash__columns--${layout.toLowerCase()}`}>
      {Array.from({ length: MOST_COLUMNS }, (_, column) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number.
          key={column}
          ref={list => {
            lists.current[column] = list;
          }}
          className="tb-dash__column"
          hidden={column >= columns.length}
        />
      ))}
      {columns.flat().map(id => createPortal(children(id), placeOf(id), id))}
    </div>
  );
}

/** An element that browsers since 2025 can move without loading its frames again. */
type Mover = Element & { moveBefore?: (node: Node, before: Node | null) => void };

function arrange(list: Mover, wanted: readonly HTMLElement[]): void {
  wanted.forEach((place, at) => {
    const before = list.children[at] ?? null;
    if (before === place) return;
    if (list.moveBefore && place.isConnected) list.moveBefore(place, before);
    else list.insertBefore(place, before);
  });
}

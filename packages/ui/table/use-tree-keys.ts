import type { RowData } from '@tanstack/react-table';
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ShownRow } from './use-row-model.ts';

/**
 * Keys of a tree table: Up and Down move, Right opens or goes to the first child, Left closes or goes to the parent,
 * Home and End go to the ends, Enter toggles. One row is the tab stop.
 */
export function useTreeKeys<Data extends RowData>(
  rows: readonly ShownRow<Data>[],
  scrollTo: (index: number) => void,
) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const wanted = useRef<string | null>(null);

  // A row outside the window renders after scrolling to it.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const element = bodyRef.current?.querySelector<HTMLElement>(
      `[data-row-id="${CSS.escape(wanted.current)}"]`,
    );
    if (!element) return;
    wanted.current = null;
    element.focus();
  });

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    wanted.current = row.id;
    setActiveId(row.id);
    scrollTo(rows.indexOf(row));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.target.closest('input, select, textarea')) return;
    const id = event.target.closest('tr')?.dataset.rowId;
    const at = rows.findIndex(row => row.id === id);
    const row = rows[at];
    if (!row) return;
    const onRow = event.target.tagName === 'TR';
    const { key } = event;
    if (key === 'ArrowDown') goTo(at + 1);
    else if (key === 'ArrowUp') goTo(at - 1);
    else if (key === 'Home') goTo(0);
    else if (key === 'End') goTo(rows.length - 1);
    else if (key === 'ArrowRight' && row.getCanExpand()) {
      if (row.getIsExpanded()) goTo(at + 1);
      else row.toggleExpanded(true);
    } else if (key === 'ArrowLeft') {
      if (row.getIsExpanded() && row.getCanExpand()) row.toggleExpanded(false);
      else if (row.parentId !== undefined) goTo(rows.findIndex(other => other.id === row.parentId));
    } else if (key === 'Enter' && onRow && row.getCanExpand()) row.toggleExpanded();
    else return;
    event.preventDefault();
  };
  // The focused row is the tab stop.
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    setActiveId(event.target.closest('tr')?.dataset.rowId ?? null);
  };
  return { activeId, bodyRef, onKeyDown, onFocus };
}

import { createContext, type MouseEvent, useContext, useMemo, useState } from 'react';

interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Selects or deselects a row; with Shift, also the rows between it and the last one. */
  toggle(id: string, event: MouseEvent<HTMLInputElement>): void;
}

export const SelectionContext = createContext<Selection>({ ids: new Set(), toggle: () => {} });

export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const selection = useMemo(
    (): Selection => ({
      ids,
      toggle(id, event) {
        const { checked } = event.currentTarget;
        const changed = event.shiftKey && last ? rowsBetween(event.currentTarget, last, id) : [id];
        const next = new Set(ids);
        for (const each of changed) {
          if (checked) next.add(each);
          else next.delete(each);
        }
        setIds(next);
        setLast(id);
      },
    }),
    [ids, last],
  );
  return { selection, setIds };
}

/** Ids of the shown rows from one to the other, in either direction. */
function rowsBetween(box: HTMLElement, from: string, to: string): string[] {
  const rows = [...(box.closest('tbody')?.querySelectorAll<HTMLElement>('tr[data-row-id]') ?? [])];
  const ids = rows.flatMap(row => row.dataset.rowId ?? []);
  const [start = 0, end = 0] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  return start < 0 ? [to] : ids.slice(start, end + 1);
}

export function SelectBox({ id, name }: { readonly id: string; readonly name: string }) {
  const { ids, toggle } = useContext(SelectionContext);
  return (
    <label className="tb-plan__box">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={ids.has(id)}
        onClick={event => toggle(id, event)}
        readOnly
      />
    </label>
  );
}

import DragHandle from '@atlaskit/icon/core/drag-handle-vertical';
import type { PointerEvent } from 'react';
import { trackPointer } from '../../track-pointer.ts';

/** The keys with `moved` as a block before the key at `index` of the others. */
export function moveTo<Key extends string>(
  order: readonly Key[],
  moved: ReadonlySet<string>,
  index: number,
): readonly Key[] {
  const others = order.filter(key => !moved.has(key));
  const block = order.filter(key => moved.has(key));
  const at = Math.max(0, Math.min(others.length, index));
  return [...others.slice(0, at), ...block, ...others.slice(at)];
}

/** The keys with `moved` one place up (-1) or down (1), as a block. */
export function step<Key extends string>(
  order: readonly Key[],
  moved: ReadonlySet<string>,
  by: -1 | 1,
): readonly Key[] {
  const first = order.findIndex(key => moved.has(key));
  return moveTo(order, moved, first + by);
}

/** Drags rows with the pointer, and moves them with Alt and the arrow keys. */
export function RankHandle(props: {
  readonly name: string;
  readonly onStep: (by: -1 | 1) => void;
  /** Dropped before or after another row. */
  readonly onDrop: (target: { readonly id: string; readonly after: boolean }) => void;
}) {
  const { name, onStep, onDrop } = props;
  return (
    <button
      type="button"
      className="tb-plan__handle"
      aria-label={`Rank ${name}: drag, or move with Alt and arrow keys`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={event => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
        if (by === null || !event.altKey) return;
        event.preventDefault();
        onStep(by);
      }}
      onPointerDown={event => event.button === 0 && drag(event, onDrop)}
    >
      <DragHandle label="" color="currentColor" />
    </button>
  );
}

function drag(
  { currentTarget, pointerId }: PointerEvent<HTMLElement>,
  onDrop: (target: { readonly id: string; readonly after: boolean }) => void,
): void {
  const handle: HTMLElement = currentTarget;
  const own = handle.closest('tr');
  const rows = own?.parentElement;
  if (!own || !rows) return;
  let target: { readonly row: HTMLElement; readonly after: boolean } | null = null;
  const mark = (next: typeof target) => {
    if (target) delete target.row.dataset.drop;
    target = next;
    if (target) target.row.dataset.drop = target.after ? 'after' : 'before';
  };
  trackPointer(
    handle,
    pointerId,
    ({ clientX, clientY }) => {
      const row = document
        .elementsFromPoint(clientX, clientY)
        .map(element => element.closest<HTMLElement>('tr[data-row-id]'))
        .find(found => found?.parentElement === rows);
      if (!row || row === own) return mark(null);
      const { top, height } = row.getBoundingClientRect();
      mark({ row, after: clientY > top + height / 2 });
    },
    isDropped => {
      const found = target;
      mark(null);
      const id = found?.row.dataset.rowId;
      if (isDropped && found && id) onDrop({ id, after: found.after });
    },
  );
}

import { useState } from 'react';
import {
  applyChange,
  type Dashboard,
  type ItemChange,
  placeText,
  type Step,
  stepFrom,
} from './dashboard.ts';
import type { LiveDashboard } from './use-dashboard.ts';

/** A picked-up gadget and its target place. */
interface PickedUp {
  readonly id: string;
  readonly place: ItemChange | null;
}

export interface KeyboardMove {
  /** The dashboard with the gadget at its target place. */
  readonly preview: Dashboard | null;
  readonly pickedUpId: string | null;
  /** For the live region. */
  readonly announcement: string;
  pickUp(id: string): void;
  step(step: Step): void;
  drop(): void;
  cancel(): void;
  /** Moves at once, for the pointer. */
  moveTo(id: string, place: { readonly column: number; readonly row: number }): void;
}

/** Keyboard drag and drop: each step is previewed and announced, and saved on drop. */
export function useKeyboardMove({
  dashboard,
  change,
}: Pick<LiveDashboard, 'dashboard' | 'change'>): KeyboardMove {
  const [pickedUp, setPickedUp] = useState<PickedUp | null>(null);
  const [announcement, announce] = useState('');
  const preview =
    dashboard && pickedUp?.place ? applyChange(dashboard, { items: [pickedUp.place] }) : dashboard;
  const titleOf = (id: string) =>
    preview?.items.find(item => item.id === id)?.title ?? 'The gadget';
  const store = (place: ItemChange) =>
    void change(now => (now.items.some(({ id }) => id === place.id) ? { items: [place] } : null));

  return {
    preview,
    pickedUpId: pickedUp?.id ?? null,
    announcement,
    pickUp(id) {
      if (!preview) return;
      setPickedUp({ id, place: null });
      announce(
        `${titleOf(id)} picked up, ${placeText(preview, id)}. Arrow keys move it, Space drops it, Escape cancels.`,
      );
    },
    step(step) {
      if (!pickedUp || !preview || !dashboard) return;
      const place = stepFrom(preview, pickedUp.id, step);
      if (!place) {
        announce(`${titleOf(pickedUp.id)} cannot move further ${DIRECTION[step]}.`);
        return;
      }
      setPickedUp({ id: pickedUp.id, place });
      const there = applyChange(dashboard, { items: [place] });
      announce(`${titleOf(pickedUp.id)}: ${placeText(there, pickedUp.id)}.`);
    },
    drop() {
      if (!pickedUp || !preview) return;
      setPickedUp(null);
      announce(`${titleOf(pickedUp.id)} dropped, ${placeText(preview, pickedUp.id)}.`);
      if (pickedUp.place) store(pickedUp.place);
    },
    cancel() {
      if (!pickedUp || !dashboard) return;
      setPickedUp(null);
      announce(`${titleOf(pickedUp.id)} moved back, ${placeText(dashboard, pickedUp.id)}.`);
    },
    moveTo(id, { column, row }) {
      if (!dashboard) return;
      const place = { id, column, row };
      announce(`${titleOf(id)}: ${placeText(applyChange(dashboard, { items: [place] }), id)}.`);
      store(place);
    },
  };
}

const DIRECTION: Readonly<Record<Step, string>> = {
  up: 'up',
  down: 'down',
  left: 'to the left',
  right: 'to the right',
};

import { useState } from 'react';
import { applyChange, type ItemChange, placeText, type Step, stepFrom } from './dashboard.ts';
import type { LiveDashboard } from './use-dashboard.ts';

/** Keyboard drag and drop: each step is previewed and announced, and saved on drop. */
export function useKeyboardMove({
  dashboard,
  change,
}: Pick<LiveDashboard, 'dashboard' | 'change'>) {
  const [pickedUp, setPickedUp] = useState<{ id: string; place: ItemChange | null } | null>(null);
  const [announcement, announce] = useState('');
  /** The dashboard with the picked-up gadget at its target place. */
  const preview =
    dashboard && pickedUp?.place ? applyChange(dashboard, { items: [pickedUp.place] }) : dashboard;
  const titleOf = (id: string) =>
    preview?.items.find(item => item.id === id)?.title ?? 'The gadget';
  const store = (place: ItemChange) =>
    void change(now => (now.items.some(({ id }) => id === place.id) ? { items: [place] } : null));

  return {
    preview,
    pickedUpId: pickedUp?.id ?? null,
    /** For the live region. */
    announcement,
    pickUp(id: string) {
      if (!preview) return;
      setPickedUp({ id, place: null });
      announce(
        `${titleOf(id)} picked up, ${placeText(preview, id)}. Arrow keys move it, Space drops it, Escape cancels.`,
      );
    },
    step(step: Step) {
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
    /** Moves at once, for the pointer. */
    moveTo(id: string, { column, row }: { readonly column: number; readonly row: number }) {
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

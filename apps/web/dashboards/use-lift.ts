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

/** A gadget that was taken up: where it would go. */
interface Lift {
  readonly id: string;
  readonly place: ItemChange | null;
}

export interface Lifting {
  /** The dashboard with the gadget where it would go. */
  readonly shown: Dashboard | null;
  readonly liftedId: string | null;
  /** What a screen reader says. */
  readonly said: string;
  lift(id: string): void;
  step(step: Step): void;
  drop(): void;
  putBack(): void;
  /** Moves at once, as a pointer does. */
  moveTo(id: string, place: { readonly column: number; readonly row: number }): void;
}

/** Moving by keys: the way is shown and said, and stored when the gadget is put down. */
export function useLift({
  dashboard,
  change,
}: Pick<LiveDashboard, 'dashboard' | 'change'>): Lifting {
  const [lift, setLift] = useState<Lift | null>(null);
  const [said, setSaid] = useState('');
  const shown =
    dashboard && lift?.place ? applyChange(dashboard, { items: [lift.place] }) : dashboard;
  const titleOf = (id: string) => shown?.items.find(item => item.id === id)?.title ?? 'The gadget';
  const store = (place: ItemChange) =>
    void change(now => (now.items.some(({ id }) => id === place.id) ? { items: [place] } : null));

  return {
    shown,
    liftedId: lift?.id ?? null,
    said,
    lift(id) {
      if (!shown) return;
      setLift({ id, place: null });
      setSaid(
        `${titleOf(id)} taken up, ${placeText(shown, id)}. Arrow keys move it, Space puts it down, Escape puts it back.`,
      );
    },
    step(step) {
      if (!lift || !shown || !dashboard) return;
      const place = stepFrom(shown, lift.id, step);
      if (!place) {
        setSaid(`${titleOf(lift.id)} cannot go further ${WAY[step]}.`);
        return;
      }
      setLift({ id: lift.id, place });
      const there = applyChange(dashboard, { items: [place] });
      setSaid(`${titleOf(lift.id)}: ${placeText(there, lift.id)}.`);
    },
    drop() {
      if (!lift || !shown) return;
      setLift(null);
      setSaid(`${titleOf(lift.id)} put down, ${placeText(shown, lift.id)}.`);
      if (lift.place) store(lift.place);
    },
    putBack() {
      if (!lift || !dashboard) return;
      setLift(null);
      setSaid(`${titleOf(lift.id)} put back, ${placeText(dashboard, lift.id)}.`);
    },
    moveTo(id, { column, row }) {
      if (!dashboard) return;
      const place = { id, column, row };
      setSaid(`${titleOf(id)}: ${placeText(applyChange(dashboard, { items: [place] }), id)}.`);
      store(place);
    },
  };
}

const WAY: Readonly<Record<Step, string>> = {
  up: 'up',
  down: 'down',
  left: 'to the left',
  right: 'to the right',
};

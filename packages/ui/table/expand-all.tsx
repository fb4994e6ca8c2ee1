import { startTransition, useState } from 'react';
import { Button } from '../controls/button.tsx';
import type { Expanded } from './column.ts';

/** Which groups of a tree are open. */
export interface Expansion {
  readonly expanded: Expanded;
  readonly onExpandedChange: (expanded: Expanded) => void;
  readonly allOpen: boolean;
  /** False where there is nothing to open. */
  readonly hasGroups: boolean;
}

/** The state of a tree with groups of these ids. */
export function useExpansion(ids: readonly string[], initial: () => Expanded): Expansion {
  const [expanded, onExpandedChange] = useState(initial);
  const hasGroups = ids.length > 0;
  const allOpen = hasGroups && (expanded === true || ids.every(id => expanded[id]));
  return { expanded, onExpandedChange, allOpen, hasGroups };
}

/** Opens all groups of a tree, or closes them. */
export function ExpandAll({ allOpen, hasGroups, onExpandedChange }: Expansion) {
  return (
    <Button
      appearance="subtle"
      disabled={!hasGroups}
      // Thousands of rows take their time to draw: the page answers meanwhile.
      onClick={() => startTransition(() => onExpandedChange(allOpen ? {} : true))}
    >
      {allOpen ? 'Collapse All' : 'Expand All'}
    </Button>
  );
}

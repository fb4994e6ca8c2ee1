import CollapseIcon from '@atlaskit/icon/core/collapse-vertical';
import ExpandIcon from '@atlaskit/icon/core/expand-vertical';
import { startTransition } from 'react';
import { Button } from '../controls/button.tsx';
import { useViewState } from '../text/view-state.ts';
import type { Expanded } from './column.ts';

export interface Expansion {
  readonly expanded: Expanded;
  readonly onExpandedChange: (expanded: Expanded) => void;
  readonly allOpen: boolean;
  readonly hasGroups: boolean;
}

/** The state of a tree with groups of these ids. */
export function useExpansion(ids: readonly string[], initial: () => Expanded): Expansion {
  const [expanded, onExpandedChange] = useViewState('open groups', initial());
  const hasGroups = ids.length > 0;
  const allOpen = hasGroups && (expanded === true || ids.every(id => expanded[id]));
  return { expanded, onExpandedChange, allOpen, hasGroups };
}

export function ExpandAll({ allOpen, hasGroups, onExpandedChange }: Expansion) {
  const label = allOpen ? 'Collapse All' : 'Expand All';
  return (
    <Button
      appearance="subtle"
      icon={allOpen ? CollapseIcon : ExpandIcon}
      className="tb-expand-all"
      data-tb-tooltip={label}
      disabled={!hasGroups}
      // The page stays responsive while thousands of rows render.
      onClick={() => startTransition(() => onExpandedChange(allOpen ? {} : true))}
    >
      {label}
    </Button>
  );
}

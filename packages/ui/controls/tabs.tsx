import './tabs.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { onResize } from '../text/on-resize.ts';
import { moveFocus } from './move-focus.ts';

export interface Tab<Id extends string = string> {
  readonly id: Id;
  readonly label: ReactNode;
}

/** Tabs; the arrow keys move and select. */
export function Tabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly children: ReactNode;
}) {
  const { label, tabs, selected, onSelect, children } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is brought into sight.
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    return onResize([current], () => {
      const tab = current.querySelector<HTMLElement>('[aria-selected="true"]');
      if (tab)
        current.scrollLeft =
          tab.offsetLeft + tab.offsetWidth - current.offsetLeft - current.clientWidth;
    });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveFocus(event, '[role="tab"]', 'horizontal');
    const tab = tabs.find(({ id }) => next?.id === `${base}-${id}`);
    if (tab) onSelect(tab.id);
  };
  return (
    <div className="tb-tabs">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="tb-tabs__list tb-no-print"
        onKeyDown={onKeyDown}
      >
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            className="tb-tabs__tab"
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        className="tb-tabs__panel"
      >
        {children}
      </div>
    </div>
  );
}

import './group-nav.css';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { moveFocus } from '@tallyboard/ui/controls/move-focus.ts';
import type { MouseEvent } from 'react';

export interface NavLink<Value> {
  readonly value: Value;
  readonly label: string;
  readonly address: string;
  /** Called on hover and focus, to preload. */
  readonly onReach?: () => void;
}

/** Links in groups: a list at the left, one tab stop with arrow keys; one select where the page is narrow. */
export function GroupNav<Value extends string | number>(props: {
  readonly label: string;
  readonly selectLabel: string;
  /** By title; null for a group without one. */
  readonly groups: ReadonlyMap<string | null, readonly NavLink<Value>[]>;
  readonly value: Value;
  readonly onSelect: (value: Value) => void;
}) {
  const { label, selectLabel, value, onSelect } = props;
  const groups = [...props.groups];
  const all = groups.flatMap(([, links]) => links);
  const stop = all.find(link => link.value === value) ?? all[0];
  return (
    <nav aria-label={label} className="tb-nav tb-no-print">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside hold the focus. */}
      <div
        className="tb-nav__wide"
        onKeyDown={event => void moveFocus(event, '.tb-nav__item', 'vertical')}
      >
        {groups.map(([group, links]) => (
          <div key={group ?? ''} className="tb-nav__group">
            {group !== null && <h2 className="tb-nav__head">{group}</h2>}
            <ul>
              {links.map(link => (
                <li key={link.value}>
                  <a
                    className="tb-nav__item"
                    href={link.address}
                    tabIndex={link === stop ? 0 : -1}
                    aria-current={link.value === value ? 'page' : undefined}
                    onClick={event => {
                      if (opensElsewhere(event)) return;
                      event.preventDefault();
                      onSelect(link.value);
                    }}
                    onPointerEnter={link.onReach}
                    onFocus={link.onReach}
                  >
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="tb-nav__narrow">
        <ChoiceField
          label={selectLabel}
          hideLabel
          options={groups.flatMap(([group, links]) =>
            links.map(link => ({
              value: link.value,
              label: link.label,
              ...(group !== null && { group }),
            })),
          )}
          value={value}
          onChange={onSelect}
        />
      </div>
    </nav>
  );
}

const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey;

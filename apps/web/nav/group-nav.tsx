import './group-nav.css';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { moveFocus } from '@tallyboard/ui/controls/move-focus.ts';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { type MouseEvent, useState } from 'react';

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
  /** The label of a field that searches the links; without one there is none. */
  readonly searchLabel?: string;
}) {
  const { label, selectLabel, value, onSelect, searchLabel } = props;
  const groups = [...props.groups];
  const [search, setSearch] = useState('');
  const found = search.trim() === '' ? groups : findLinks(groups, search);
  const all = found.flatMap(([, links]) => links);
  const stop = all.find(link => link.value === value) ?? all[0];
  return (
    <nav aria-label={label} className="tb-nav tb-no-print">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside hold the focus. */}
      <div
        className="tb-nav__wide"
        onKeyDown={event => {
          const isTyped = event.target instanceof HTMLInputElement && event.key !== 'ArrowDown';
          if (!isTyped) moveFocus(event, '.tb-nav__item', 'vertical');
        }}
      >
        {searchLabel !== undefined && (
          <div className="tb-nav__search">
            <InputField
              label={searchLabel}
              hideLabel
              placeholder={searchLabel}
              type="search"
              autoComplete="off"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              onKeyDown={({ key, nativeEvent }) => {
                const [first] = all;
                if (key === 'Escape') setSearch('');
                if (key === 'Enter' && first && !nativeEvent.isComposing) onSelect(first.value);
              }}
            />
          </div>
        )}
        {found.length === 0 && (
          <p className="tb-nav__head" role="status">
            No report has this name.
          </p>
        )}
        {found.map(([group, links]) => (
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

/** Links with all words of the search in their names or that of their group. */
function findLinks<Value>(
  groups: readonly (readonly [string | null, readonly NavLink<Value>[]])[],
  search: string,
) {
  const words = search.trim().toLowerCase().split(/\s+/);
  return groups
    .map(([group, links]) => {
      const isFound = ({ label }: NavLink<Value>) => {
        const text = `${label} ${group ?? ''}`.toLowerCase();
        return words.every(word => text.includes(word));
      };
      return [group, links.filter(isFound)] as const;
    })
    .filter(([, links]) => links.length > 0);
}

const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey;

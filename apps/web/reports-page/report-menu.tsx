import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { MENU } from './menu.ts';

export interface ReportMenuProps {
  readonly selector: number;
  /** The address of the page with another report, so that a report opens in a new tab like any link. */
  readonly addressOf: (selector: number) => string;
  readonly onSelect: (selector: number) => void;
}

/** The reports by group: a list at the left, one select where the page is narrow. */
export function ReportMenu({ selector, addressOf, onSelect }: ReportMenuProps) {
  const groups = [...Map.groupBy(MENU, item => item.group)];
  return (
    <nav aria-label="Reports" className="tb-menu-rail tb-no-print">
      <div className="tb-menu-rail__wide">
        {groups.map(([group, items]) => (
          <div key={group ?? ''} className="tb-menu-rail__group">
            {group !== null && <h2 className="tb-menu-rail__head">{group}</h2>}
            <ul>
              {items.map(item => (
                <li key={item.selector}>
                  <a
                    className="tb-menu-rail__item"
                    href={addressOf(item.selector)}
                    aria-current={item.selector === selector ? 'page' : undefined}
                    onClick={event => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      onSelect(item.selector);
                    }}
                  >
                    {item.label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="tb-menu-rail__narrow">
        <ChoiceField
          label="Report"
          options={MENU.map(item => ({
            value: item.selector,
            label: item.label,
            ...(item.group !== null && { group: item.group }),
          }))}
          value={selector}
          onChange={onSelect}
        />
      </div>
    </nav>
  );
}

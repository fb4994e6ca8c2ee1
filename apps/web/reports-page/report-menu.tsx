import type { MenuItem } from '@tallyboard/reports/catalogue/menu.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { MouseEvent } from 'react';
import { loadReport } from '../frame/use-report.ts';
import { FIELDS_SELECTOR, ISSUES_BY } from './menu.ts';

export interface ReportMenuProps {
  readonly menu: readonly MenuItem[];
  readonly selector: number;
  /** Only admins choose the fields of 'Issues By'. */
  readonly canEditFields: boolean;
  /** The URL of another report, to open it in a new tab. */
  readonly addressOf: (selector: number) => string;
  readonly onSelect: (selector: number) => void;
}

/** The reports by group: a list at the left, one select where the page is narrow. */
export function ReportMenu(props: ReportMenuProps) {
  const { menu, selector, canEditFields, onSelect } = props;
  const groups = Map.groupBy(menu, item => item.group);
  // Shown without fields too, so that one can be added.
  if (canEditFields && !groups.has(ISSUES_BY)) groups.set(ISSUES_BY, []);
  const options = menu.map(({ selector: value, label, group }) => ({
    value,
    label,
    ...(group !== null && { group }),
  }));
  const edit = { value: FIELDS_SELECTOR, label: EDIT_FIELDS, group: ISSUES_BY };
  return (
    <nav aria-label="Reports" className="tb-menu-rail tb-no-print">
      <div className="tb-menu-rail__wide">
        {[...groups].map(([group, items]) => (
          <div key={group ?? ''} className="tb-menu-rail__group">
            {group !== null && <h2 className="tb-menu-rail__head">{group}</h2>}
            <ul>
              {items.map(item => (
                <MenuLink
                  key={item.selector}
                  {...props}
                  to={item.selector}
                  label={item.label}
                  onReach={() => void loadReport(item.report).catch(() => {})}
                />
              ))}
              {group === ISSUES_BY && canEditFields && (
                <MenuLink {...props} to={FIELDS_SELECTOR} label={EDIT_FIELDS} />
              )}
            </ul>
          </div>
        ))}
      </div>
      <div className="tb-menu-rail__narrow">
        <ChoiceField
          label="Report"
          options={canEditFields ? [...options, edit] : options}
          value={selector}
          onChange={onSelect}
        />
      </div>
    </nav>
  );
}

const EDIT_FIELDS = 'Add/Remove Fields';

interface MenuLinkProps extends Pick<ReportMenuProps, 'selector' | 'addressOf' | 'onSelect'> {
  readonly to: number;
  readonly label: string;
  /** Preloads on hover or focus. */
  readonly onReach?: () => void;
}

function MenuLink({ selector, addressOf, onSelect, to, label, onReach }: MenuLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onSelect(to);
  };
  return (
    <li>
      <a
        className="tb-menu-rail__item"
        href={addressOf(to)}
        aria-current={to === selector ? 'page' : undefined}
        onClick={onClick}
        onPointerEnter={onReach}
        onFocus={onReach}
      >
        {label}
      </a>
    </li>
  );
}

import type { MenuItem } from '@tallyboard/reports/catalogue/menu.ts';
import { loadReport } from '../frame/use-report.ts';
import { GroupNav, type NavLink } from '../nav/group-nav.tsx';
import { FIELDS_SELECTOR, ISSUES_BY } from './menu.ts';

/** The reports by group. */
export function ReportMenu(props: {
  readonly menu: readonly MenuItem[];
  readonly selector: number;
  /** Only admins choose the fields of 'Issues By'. */
  readonly canEditFields: boolean;
  /** The URL of another report, to open it in a new tab. */
  readonly addressOf: (selector: number) => string;
  readonly onSelect: (selector: number) => void;
}) {
  const { menu, selector, canEditFields, addressOf, onSelect } = props;
  const groups = new Map<string | null, NavLink<number>[]>();
  for (const { selector: value, label, group, report } of menu) {
    const onReach = () => void loadReport(report).catch(() => {});
    const link = { value, label, address: addressOf(value), onReach };
    groups.set(group, [...(groups.get(group) ?? []), link]);
  }
  if (canEditFields) {
    const value = FIELDS_SELECTOR;
    const edit = { value, label: 'Add/Remove Fields', address: addressOf(value) };
    // Shown without fields too, so that one can be added.
    groups.set(ISSUES_BY, [...(groups.get(ISSUES_BY) ?? []), edit]);
  }
  return (
    <GroupNav
      label="Reports"
      selectLabel="Report"
      groups={groups}
      value={selector}
      onSelect={onSelect}
    />
  );
}

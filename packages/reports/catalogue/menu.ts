import type { MenuEntry } from '@tallyboard/report-kit/about.ts';
import { REPORTS } from './reports.ts';

export interface MenuItem extends Pick<MenuEntry, 'group' | 'selector' | 'settings'> {
  readonly label: string;
  readonly report: string;
}

interface SwitchedItem extends MenuItem, Pick<MenuEntry, 'enabledBy'> {}

/** The menu of the Custom tab without the fields of 'Issues By', in groups. */
export const MENU: readonly SwitchedItem[] = inGroups(
  REPORTS.flatMap(({ id, title, menu = [] }) =>
    menu.map(
      ({ group, label = title, selector, enabledBy, settings }): SwitchedItem => ({
        group,
        label,
        selector,
        report: id,
        enabledBy,
        settings,
      }),
    ),
  ),
);

/** The stored switches that hide entries of the menu, with their labels. */
export const MENU_SWITCHES: readonly { readonly key: string; readonly label: string }[] =
  REPORTS.flatMap(({ title, menu = [] }) =>
    menu.flatMap(({ enabledBy: key, label = title, switchLabel = label }) =>
      key === undefined ? [] : [{ key, label: switchLabel }],
    ),
  );

/** Groups in the order in which their first items come. */
function inGroups(items: readonly SwitchedItem[]): readonly SwitchedItem[] {
  const groups = items.map(({ group }) => group);
  return [...items].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
}

import type { MenuEntry, ReportAbout } from '@tallyboard/report-kit/about.ts';
import * as registry from '../registry.ts';

type Registered = (typeof registry)[keyof typeof registry];
/** Keys of the global settings that hold the defaults of reports. */
export type SectionKey = Extract<Registered, { section: string }>['section'];

export interface RegisteredReport extends ReportAbout {
  readonly section?: SectionKey;
}

const ALL: readonly RegisteredReport[] = Object.values(registry);
const LAST = 1000;
export const REPORTS = ALL.toSorted((a, b) => (a.weight ?? LAST) - (b.weight ?? LAST));

const BY_ID: ReadonlyMap<string, RegisteredReport> = new Map(
  REPORTS.map(report => [report.id, report]),
);

/** Undefined for an unknown id. */
export const aboutReport = (id: string): RegisteredReport | undefined => BY_ID.get(id);

/** Each section with the first of its reports, which titles its pane. */
export const SECTIONS: readonly { readonly key: SectionKey; readonly report: RegisteredReport }[] =
  REPORTS.flatMap(report => {
    const { section: key } = report;
    const isFirst = REPORTS.find(each => each.section === key) === report;
    return key && isFirst ? [{ key, report }] : [];
  });

export interface MenuItem extends Required<Pick<MenuEntry, 'group' | 'selector' | 'label'>> {
  readonly report: string;
  readonly settings?: MenuEntry['settings'];
}

interface SwitchedItem extends MenuItem, Pick<MenuEntry, 'enabledBy'> {}

/** The menu of the Custom tab without the fields of 'Issues By', in groups. */
export const MENU: readonly SwitchedItem[] = inGroups(
  REPORTS.flatMap(({ id, title, menu = [] }) =>
    menu.map(
      ({ switchLabel, ...entry }, at): SwitchedItem => ({
        group: 'Other Reports',
        label: title,
        selector: selectorOf(id, at),
        ...entry,
        report: id,
      }),
    ),
  ),
);

/** Below those that reports have chosen; the same for the same id. */
function selectorOf(id: string, entry: number): number {
  const code = Array.from(id).reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1e6, 7);
  return -1000 - 10 * code - entry;
}

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

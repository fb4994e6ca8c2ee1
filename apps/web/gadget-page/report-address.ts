import type { Filter } from '@tallyboard/engine/gadgets/filter.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { reportDefaults } from '@tallyboard/reports/catalogue/site-settings.ts';
import { changedSettings } from '../reports-page/changed-settings.ts';
import { pageMenu } from '../reports-page/menu.ts';
import { writePageState } from '../router/page-state.ts';
import type { Session } from '../start/session.ts';

/** The address of the reports page with the report, settings and query of a gadget; null if its menu has no such report. */
export function reportAddress(
  session: Pick<Session, 'site' | 'edition'>,
  report: AnyReport,
  settings: unknown,
  { preset, jql, choices }: Filter,
  asOf: string | null,
): string | null {
  const { parse, serialize } = report.settings;
  const stored = serialize(settings);
  const item = pageMenu(session).find(
    each =>
      each.report === report.id &&
      Object.keys(changedSettings(stored, { ...stored, ...each.settings })).length === 0,
  );
  if (!item) return null;
  const first = parse({ ...reportDefaults(session.site.settings, report.id), ...item.settings });
  const state = writePageState(new URLSearchParams(), {
    tab: 'custom',
    selector: item.selector,
    view: 'overview',
    board: null,
    boardSet: null,
    epic: null,
    preset,
    jql,
    choices: Object.keys(choices).length > 0 ? choices : null,
    asOf,
    settings: changedSettings(serialize(first.value), stored),
    panel: null,
    saved: null,
  });
  return `/reports?${state}`;
}

/** The address of a saved report on the reports page. */
export const savedReportAddress = (saved: string): string =>
  `/reports?${new URLSearchParams({ saved })}`;

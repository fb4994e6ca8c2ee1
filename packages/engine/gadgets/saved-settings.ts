import { parseAsOf } from '@tallyboard/core/time/as-of.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import {
  reportDefaults,
  type SiteSettings,
  type Stored,
  storedObject,
} from '@tallyboard/reports/catalogue/site-settings.ts';
import { CUSTOM_PRESET, parseChoices } from './filter.ts';
import { shellSettings } from './stored-settings.ts';
import { settingsOfPage } from './write-settings.ts';

/** The settings of a gadget that shows a saved report; null where it is now of another kind. */
export function savedSettings(
  report: AnyReport,
  view: Readonly<Record<string, unknown>>,
  of: {
    readonly gadget: Gadget;
    readonly flavour: Flavour;
    readonly shared: SiteSettings;
    /** Those of the gadget. */
    readonly before: Stored;
  },
): Stored | null {
  const { gadget, flavour, shared, before } = of;
  const { preset, jql, choices, asOf } = view;
  if (typeof jql !== 'string') return null;
  const own = { ...storedObject(view.settings), ...storedObject(view.menuSettings) };
  const stored = settingsOfPage(gadget, flavour, before, {
    report,
    settings: report.settings.parse({ ...reportDefaults(shared, report.id), ...own }).value,
    ...shellSettings(gadget, flavour, before),
    filter: { preset: String(preset ?? CUSTOM_PRESET), jql, choices: parseChoices(choices) },
    asOf: parseAsOf(asOf),
  });
  return gadget.reportOf(stored) === report.id ? stored : null;
}

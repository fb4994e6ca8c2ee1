/** What a form stores. Apart from reading, which a gadget needs without its form. */
import type { Stored } from '@tallyboard/engine/site/global-settings.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { DONE_KEYS } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Filter } from '../filter/filter.ts';

interface Draft {
  readonly report: AnyReport;
  readonly settings: unknown;
  readonly filter: Filter;
  readonly refreshMinutes: number;
}

/** What a save stores: everything that was stored before, with what the form has changed. */
export function writeSettings(
  gadget: Gadget,
  flavour: Flavour,
  before: Stored,
  { report, settings, filter, refreshMinutes }: Draft,
): Stored {
  const own = report.settings.serialize(settings);
  // A key that serialize leaves out was taken back, so that the old value must go; keys of nobody here stay.
  const cleared = Object.fromEntries(
    Object.entries(before).filter(([key]) => key in own || !OPTIONAL_KEYS.has(key)),
  );
  return {
    ...cleared,
    ...own,
    ...(gadget.queryBy === 'filter' && { jql: filter.jql }),
    ...(gadget.queryBy === 'preset' && presetPart(filter, flavour)),
    ...((refreshMinutes > 0 || 'refreshMinutes' in before) && { refreshMinutes }),
  };
}

/** Keys of reports that are not stored when nothing is set. */
const OPTIONAL_KEYS = new Set([
  'dateFormat',
  'intervalStart',
  'intervalEnd',
  'intervalStartDate',
  ...DONE_KEYS,
]);

function presetPart({ preset, jql, choices }: Filter, flavour: Flavour): Stored {
  const name = gadgetPresets(flavour).find(({ id }) => id === preset)?.name ?? 'Custom JQL';
  return { jql, preset: { name, jql }, choices };
}

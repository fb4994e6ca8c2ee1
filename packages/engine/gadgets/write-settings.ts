/** The settings that a form stores. Apart from reading, which gadgets need without the form. */

import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { andClauses, stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { DONE_KEYS } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import type { Filter } from './filter.ts';
import type { shellSettings } from './stored-settings.ts';

interface Draft extends ReturnType<typeof shellSettings> {
  readonly report: AnyReport;
  readonly settings: unknown;
}

/** The stored settings with the changes of the form. Unknown keys are kept. */
export function writeSettings(
  gadget: Gadget,
  flavour: Flavour,
  before: Stored,
  draft: Draft,
): Stored {
  const { report, settings, filter, refreshMinutes, chartHeight, asOf } = draft;
  const own = report.settings.serialize(settings);
  // Optional keys that are no longer set are removed.
  const cleared = Object.fromEntries(
    Object.entries(before).filter(([key]) => key in own || !OPTIONAL_KEYS.has(key)),
  );
  return {
    ...cleared,
    ...own,
    ...(['filter', 'board'].includes(gadget.queryBy) && { jql: filter.jql }),
    ...(gadget.queryBy === 'preset' && presetPart(filter, flavour)),
    ...(chartHeight !== 'automatic' && { chartHeight }),
    ...((refreshMinutes > 0 || 'refreshMinutes' in before) && { refreshMinutes }),
    ...(asOf !== null && { asOf }),
  };
}

/** The settings of a gadget that shows what a page shows. */
export function settingsOfPage(
  gadget: Gadget,
  flavour: Flavour,
  before: Stored,
  draft: Draft,
): Stored {
  const own = writeSettings(gadget, flavour, before, draft);
  if (gadget.queryBy !== 'report') return own;
  // A gadget whose settings choose the issues is narrowed by one of them.
  const narrowed = andClauses(String(own.jqlFilter ?? ''), stripOrderBy(draft.filter.jql));
  return { ...own, jqlFilter: narrowed };
}

/** Keys that reports store only when set. */
const OPTIONAL_KEYS = new Set([
  'asOf',
  'dateFormat',
  'goal',
  'chartHeight',
  'intervalStart',
  'intervalEnd',
  'intervalStartDate',
  ...DONE_KEYS,
]);

function presetPart({ preset, jql, choices }: Filter, flavour: Flavour): Stored {
  const name = gadgetPresets(flavour).find(({ id }) => id === preset)?.name ?? 'Custom JQL';
  return { jql, preset: { name, jql }, choices };
}

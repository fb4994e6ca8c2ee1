import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { CUSTOM_PRESET, type Filter, filterName } from '../filter/filter.ts';
import type { ReportSnapshot } from '../frame/report-run.ts';

/** The filter in force in words: the board, the query, and whose issues it finds where that depends on the reader. */
export function filterText(
  { queryBy }: Pick<Gadget, 'queryBy'>,
  stored: Filter,
  { request, context, loaded }: ReportSnapshot,
  flavour: Flavour,
): string {
  const { report, settings } = request;
  // A report that chooses the issues may have a filter among its settings.
  const own = queryBy === 'report' ? context.query?.narrowedBy : '';
  const filter = own ? { preset: CUSTOM_PRESET, jql: own, choices: {} } : stored;
  const reader = context.currentUser?.name ?? 'anonymous';
  const whose = dependsOnViewer(filter.jql) ? ` (as seen by ${reader})` : '';
  const name = `${filterName(gadgetPresets(flavour), filter)}${whose}`;
  if (report.requires(settings, context).boards.length === 0) return name;
  const board = loaded.boardNames?.join(', ') || 'Issues of the board';
  return filter.jql === '' ? board : `${board}: ${name}`;
}

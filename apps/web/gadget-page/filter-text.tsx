import { gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { CUSTOM_PRESET, type Filter, filterName } from '../filter/filter.ts';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';

/** The filter in force in words: the board, the query, and whose issues it finds where that depends on the reader. */
export default function FilterText(props: {
  readonly gadget: Pick<Gadget, 'queryBy'>;
  readonly filter: Filter;
  readonly shown: ReportSnapshot;
}) {
  const { host } = useSession();
  const { request, context, loaded } = props.shown;
  const { report, settings } = request;
  // A report that chooses the issues may have a filter among its settings.
  const own = props.gadget.queryBy === 'report' ? context.query?.narrowedBy : '';
  const filter = own ? { preset: CUSTOM_PRESET, jql: own, choices: {} } : props.filter;
  const reader = context.currentUser?.name ?? 'anonymous';
  const whose = dependsOnViewer(filter.jql) ? ` (as seen by ${reader})` : '';
  const name = `${filterName(gadgetPresets(host.info.flavour), filter)}${whose}`;
  if (report.requires(settings, context).boards.length === 0) return name;
  const board = loaded.boardNames?.join(', ') || 'Issues of the board';
  return filter.jql === '' ? board : `${board}: ${name}`;
}

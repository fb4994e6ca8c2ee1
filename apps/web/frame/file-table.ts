import { DEFAULT_DATE_FORMAT } from '@tallyboard/core/time/format.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import type { Session } from '../start/session.ts';
import { tableOf } from './frame-actions.ts';
import type { ReportSnapshot } from './report-run.ts';

/**
 * The table of a file, the same for every reader: where the page has the dates of its reader, its labels are computed again.
 */
export async function fileTable(
  { engine, site }: Pick<Session, 'engine' | 'site'>,
  shown: ReportSnapshot,
): Promise<ReportTable> {
  const { request, loaded, context } = shown;
  if (!site.settings.isDefaultDateFormat || context.dateFormat === DEFAULT_DATE_FORMAT)
    return tableOf(shown);
  const { report, settings } = request;
  const own = { ...context, dateFormat: DEFAULT_DATE_FORMAT };
  const args = { dataset: loaded.id, report: report.id, settings, context: own };
  return tableOf({ ...shown, context: own, computed: await engine.compute(args) });
}

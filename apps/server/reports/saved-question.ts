import type { Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import { findSavedReport } from '@tallyboard/reports/find-by-name.ts';
import { readSavedView } from '@tallyboard/reports/saved-view.ts';
import type { SavedReport, SavedReportStore } from '@tallyboard/server-store/saved-reports.ts';
import type { FigureQuestion } from './figures.ts';

/** The saved reports of the caller, then those that are shared with them. */
export async function savedOf(store: SavedReportStore, call: Call) {
  const visible = (await store.all())
    .filter(saved => mayView(call, saved))
    .map(saved => ({ ...saved, isOwn: saved.ownerId === call.caller.account }));
  return visible.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
}

/** A saved report by its id or its name. Throws a JiraError where it is not the only one. */
export async function findSaved(
  store: SavedReportStore,
  call: Call,
  name: string,
): Promise<SavedReport> {
  const found = findSavedReport(await savedOf(store, call), name);
  if (found.saved) return found.saved;
  throw new JiraError(found.isAmbiguous ? 409 : 404, found.problem);
}

/** The figures of a saved report, for whoever asks. */
export async function questionOf(call: Call, saved: SavedReport): Promise<FigureQuestion> {
  const { name } = saved;
  const view = await readSavedView(saved.view);
  if (!view)
    throw new JiraError(
      409,
      `The report '${saved.view.report}' of '${name}' is not in this version.`,
    );
  const { report, ...asked } = view;
  if (asked.jql === null && !report.query)
    throw new JiraError(
      409,
      `'${name}' has the issues of a tab of the page: save it with a query.`,
    );
  return {
    query: {
      ...asked,
      report: report.id,
      timeZone: null,
      table: true,
      aggregate: call.reply.request.accessKey?.aggregateOnly ?? false,
    },
    hasQuery: report.query !== undefined,
  };
}

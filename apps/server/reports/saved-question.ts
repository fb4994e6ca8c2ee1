import type { Question } from '@tallyboard/engine/ask/question.ts';
import { type SavedQuestion, savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import type { Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { SavedReport, SavedReportStore } from '@tallyboard/server-store/saved-reports.ts';
import { askedBy, queryOf } from './read-query.ts';
import type { ReportQuery } from './report-job.ts';
import type { BoardSets } from './visible-board-sets.ts';

export interface OwnStores extends BoardSets {
  readonly savedReports: SavedReportStore;
}

/** The saved reports of the caller, then those that are shared with them. */
export async function savedOf({ savedReports }: OwnStores, call: Call) {
  const visible = (await savedReports.all())
    .filter(saved => mayView(call, saved))
    .map(saved => ({ ...saved, isOwn: saved.ownerId === call.caller.account }));
  return visible.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
}

/** A saved report by its id or its name. Throws a JiraError where it is not the only one. */
export async function findSaved(store: OwnStores, call: Call, name: string): Promise<SavedReport> {
  const found = findByName('saved report', await savedOf(store, call), name);
  if (found.item) return found.item;
  throw new JiraError(found.isAmbiguous ? 409 : 404, found.problem);
}

/** The question of a saved report. Throws a JiraError. */
export const savedAsked = async (
  call: Call,
  store: BoardSets,
  saved: SavedReport,
): Promise<Question> => askedBy(call, store, {}, { saved: await savedIn(saved) });

const savedIn = (saved: SavedReport): Promise<SavedQuestion> =>
  savedQuestion(saved).catch((error: Error) => {
    throw new JiraError(409, error.message);
  });

/** The figures of a saved report, for whoever asks. Throws a JiraError. */
export async function savedQuery(
  call: Call,
  store: BoardSets,
  saved: SavedReport,
  more: { readonly result?: boolean; readonly issueRows?: boolean } = {},
): Promise<ReportQuery> {
  return queryOf(call, store, {}, { saved: await savedIn(saved), ...more });
}

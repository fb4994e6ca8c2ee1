import { parseFlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { parseAsOf } from '@tallyboard/core/time/as-of.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { QuestionError } from '../question-error.ts';
import type { Scope } from './question.ts';

/** What a saved report asks, without its page. */
export interface SavedQuestion {
  readonly report: AnyReport;
  readonly scope: Scope;
  /** A day or a rule; null: now. */
  readonly asOf: string | null;
  /** By stored keys. */
  readonly settings: Stored;
}

/** The question of a saved report. Throws QuestionError if its report is not in this version. */
export async function savedQuestion({
  name,
  view,
}: {
  readonly name: string;
  readonly view: Stored;
}): Promise<SavedQuestion> {
  const report = await findReport(String(view.report));
  if (!report)
    throw new QuestionError(`The report '${view.report}' of '${name}' is not in this version.`);
  return {
    report,
    scope: scopeOfView(report, view),
    asOf: parseAsOf(view.asOf),
    settings: { ...storedObject(view.settings), ...storedObject(view.menuSettings) },
  };
}

/** The preset of the page where nothing else was chosen. */
const FIRST_PRESET = 'assigned-to-me';

function scopeOfView({ id, query, withoutIssues }: AnyReport, view: Stored): Scope {
  const boardSet = parseFlatBoardSet(view.boardSet);
  if (view.tab === 'project' && boardSet) return { boardSet, jql: '' };
  if (view.tab === 'project') return { board: typeof view.board === 'number' ? view.board : null };
  if (view.tab === 'user') return { user: id === 'timesheet' ? 'logged' : 'assigned' };
  if (view.tab === 'epics') return { epic: typeof view.epic === 'string' ? view.epic : '' };
  if (typeof view.jql === 'string') return { jql: view.jql };
  if (typeof view.preset === 'string') return { preset: view.preset };
  if (query) return { jql: null };
  return withoutIssues ? { jql: '' } : { preset: FIRST_PRESET };
}

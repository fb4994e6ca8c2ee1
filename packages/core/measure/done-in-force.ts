/** The done rule of a report, applied to its dataset, with notes about it. */

import type { ReportContext } from '../model/context.ts';
import type { Dataset, IssueRows } from '../model/dataset.ts';
import {
  DEFAULT_DONE,
  type DoneChoice,
  type DoneInForce,
  type DoneSettings,
  describeDone,
} from '../model/done.ts';
import type { BoardId } from '../model/ids.ts';
import type { Note } from '../model/result.ts';
import { allRows } from './figures.ts';
import { type DoneRule, type DoneSetting, doneRule, isDone } from './resolution.ts';

export interface ReportDone {
  readonly rule: DoneRule;
  readonly inForce: DoneInForce;
  /** Notes if the rule could not be applied, and if rules differ on the issues of these rows. */
  notes(rows?: IssueRows): readonly Note[];
}

/** The rule of the settings; the site's by default. */
export const chosenDone = ({ done }: DoneSettings, { doneRule: site }: ReportContext): DoneChoice =>
  done ?? site;

/** The rule in force. The last column is that of `board`, or of the only board of the dataset, if that is not one of a set. */
export function doneInForce(
  dataset: Dataset,
  settings: DoneSettings,
  context: ReportContext,
  board: BoardId | null = null,
): ReportDone {
  const chosen = chosenDone(settings, context);
  const isOfSet = context.query?.members !== undefined;
  const setting = settingOf(dataset, chosen, board, isOfSet);
  const rule = doneRule(setting ?? DEFAULT_DONE_SETTING, dataset.statuses);
  const inForce: DoneInForce = {
    rule: setting === null ? DEFAULT_DONE : chosen,
    own: settings.done !== null,
    differs: describeDone(chosen) !== describeDone(context.doneRule),
  };
  return {
    rule,
    inForce,
    notes: (rows = allRows(dataset.issues.length)) => [
      ...(setting === null ? [NO_COLUMNS] : []),
      ...unknownStatusNotes(dataset, rule),
      ...differenceNotes(dataset, rows),
    ],
  };
}

const DEFAULT_DONE_SETTING: DoneSetting = { kind: 'resolution-or-category' };

/** Null if the columns are unknown. */
function settingOf(
  { boardConfigurations }: Dataset,
  chosen: DoneChoice,
  board: BoardId | null,
  isOfSet: boolean,
): DoneSetting | null {
  if (chosen.kind !== 'last-column') return chosen;
  const only =
    boardConfigurations.size === 1 && !isOfSet ? [...boardConfigurations.values()][0] : undefined;
  const found = board === null ? only : boardConfigurations.get(board);
  return found ? { kind: 'last-column', board: found } : null;
}

const NONE: IssueRows = new Uint32Array(0);
const NO_COLUMNS: Note = {
  code: 'no-last-column',
  text: `The columns of the board are unknown. Done rule used instead: ${describeDone(DEFAULT_DONE)}.`,
  issues: NONE,
  doubtful: true,
};

function unknownStatusNotes({ statuses }: Dataset, { setting, isDoneStatus }: DoneRule): Note[] {
  if (setting.kind !== 'status' || [...statuses.keys()].some(isDoneStatus)) return [];
  const text = `No status is named '${setting.name}', so no issue counts as done.`;
  return [{ code: 'unknown-done-status', text, issues: NONE, doubtful: true }];
}

/** Issues that are done by resolution but not by status category, or the reverse. */
function differenceNotes({ issues, statuses }: Dataset, rows: IssueRows): Note[] {
  const byResolution = doneRule({ kind: 'resolution' }, statuses);
  const byStatus = doneRule({ kind: 'category' }, statuses);
  const found: number[] = [];
  let unresolved = 0;
  for (const row of rows) {
    const issue = issues[row];
    const resolved = issue && isDone(issue, byResolution);
    if (!issue || resolved === isDone(issue, byStatus)) continue;
    found.push(row);
    if (!resolved) unresolved++;
  }
  if (found.length === 0) return [];
  const text = [
    ...(unresolved > 0 ? [`${unresolved} in status category Done without a resolution`] : []),
    ...(found.length > unresolved
      ? [`${found.length - unresolved} with a resolution in another status category`]
      : []),
  ].join(', ');
  return [
    {
      code: 'done-rules-differ',
      text: `Done rules differ: ${text}.`,
      issues: Uint32Array.from(found),
    },
  ];
}

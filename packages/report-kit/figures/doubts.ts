/** Doubts about the data that several reports note in the same words. */

import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';

export function undated(issues: IssueRows): Note {
  const text = 'Resolved, but without a date of resolution: in no period and in no time figure.';
  return { code: 'no-done-date', text, issues };
}

export function unknownCategory(issues: IssueRows): Note {
  const text =
    'Their status is of unknown category (deleted, or missing from the list of statuses), so not of the category Done.';
  return { code: 'unknown-status', text, issues };
}

import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { datasetAt, hasUndatedFlag } from '@tallyboard/core/past/dataset-at.ts';
import { isBeforeMissingStep } from '@tallyboard/core/past/fields-at.ts';
import { namesOfToday } from '@tallyboard/core/past/of-today.ts';
import { pastRequirement } from '@tallyboard/core/past/past-requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { endsElsewhereNote, has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { loadedOf } from '../datasets.ts';
import type { Query } from './query.ts';

export const pastDataset: Query<'pastDataset'> = async (
  { datasets },
  { dataset: id, asOf, requirement },
) => {
  const base = datasets.entry(id);
  const { history } = requirement;
  const key = `${asOf} ${history.toSorted().join()}`;
  const entry = datasets.past(base, key, dataset => datasetAt(dataset, asOf, history));
  const { since } = loadedOf(base);
  return {
    // Past figures need histories that those of the present do not.
    loaded: { ...loadedOf(entry, pastRequirement(requirement)), since },
    notes: notesOf(base.dataset, asOf, requirement),
  };
};

function notesOf(dataset: Dataset, asOf: Instant, requirement: Requirement): readonly Note[] {
  const { issues } = dataset;
  const existing = issues.filter(({ created }) => created <= asOf);
  const names = namesOfToday(dataset, requirement, asOf);
  const text =
    'Issues are those that the query finds today, as they were then: issues that have left it since are missing.';
  const today = names.length > 0 ? ` Of today: ${names.join(', ')}.` : '';
  return [
    { code: 'past-query', text: `${text}${today}`, issues: new Uint32Array(0) },
    ...issueNotes([
      {
        code: 'past-history',
        words: has('incomplete history; some values are of today.'),
        issues: rowsWhere(
          existing,
          ({ updated, historyComplete }) => updated > asOf && !historyComplete,
        ),
        ofHistory: true,
      },
      {
        code: 'flag-undated',
        words: [
          'issue is flagged today; since when is unknown.',
          'issues are flagged today; since when is unknown.',
        ],
        issues: rowsWhere(existing, issue => hasUndatedFlag(issue, dataset)),
        doubtful: true,
      },
      endsElsewhereNote(
        existing,
        rowsWhere(existing, issue => isBeforeMissingStep(issue, asOf)),
      ),
    ]),
  ];
}

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { plainIssue } from '@tallyboard/core/testing/plain-issue.ts';

/** What a dataset has in common with those of other sources. */
export const plainDataset = ({ issues, columns: _, ...rest }: Dataset) => ({
  ...rest,
  issues: issues.map(plainIssue),
});

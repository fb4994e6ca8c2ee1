import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { useEffect, useState } from 'react';
import type { DatasetView } from '../contract.ts';

/** The rows of issues from the engine. The last ones stay until others are there, so that the layout is stable. */
export function useIssueRows(dataset: DatasetView, issues: IssueRows): readonly IssueRow[] {
  const [loaded, setLoaded] = useState<readonly IssueRow[]>([]);
  // Compared by content: a new result has new arrays of the same rows.
  const wanted = issues.join(' ');
  useEffect(() => {
    let live = true;
    dataset.rows(wanted === '' ? [] : wanted.split(' ').map(Number)).then(
      rows => live && setLoaded(rows),
      // The view loads an evicted dataset again.
      error => live && console.warn(error),
    );
    return () => {
      live = false;
    };
  }, [dataset, wanted]);
  return loaded;
}

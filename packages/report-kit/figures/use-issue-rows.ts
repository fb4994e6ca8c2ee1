import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { useEffect, useState } from 'react';
import type { DatasetView } from '../contract.ts';

interface Loaded {
  readonly rows: readonly IssueRow[];
  readonly failed: boolean;
}

/** The rows of issues from the engine. While others load the last ones stay, so that the layout is stable. */
export function useIssueRows(dataset: DatasetView, issues: IssueRows): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ rows: [], failed: false });
  // Compared by content: a new result has new arrays of the same rows.
  const wanted = issues.join(' ');
  useEffect(() => {
    let live = true;
    dataset.rows(wanted === '' ? [] : wanted.split(' ').map(Number)).then(
      rows => live && setLoaded({ rows, failed: false }),
      () => live && setLoaded({ rows: [], failed: true }),
    );
    return () => {
      live = false;
    };
  }, [dataset, wanted]);
  return loaded;
}

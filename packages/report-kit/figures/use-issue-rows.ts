import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { useEffect, useState } from 'react';
import type { DatasetView } from '../contract.ts';

interface Loaded {
  readonly rows: readonly IssueRow[];
  readonly failed: boolean;
}

/**
 * The rows of issues, asked of the engine. Until they come, and when they change, those of before stay, so that
 * nothing jumps.
 */
export function useIssueRows(dataset: DatasetView, issues: IssueRows): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ rows: [], failed: false });
  // A result that was computed anew has new arrays of the same rows: what they hold is what counts.
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

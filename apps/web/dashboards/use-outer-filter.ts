import {
  type DashboardFilter,
  fetchBoardsQuery,
  outerFilter,
} from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { useMemo } from 'react';
import { pageClient } from '../start/page-client.ts';
import { useFormer, useLoaded } from '../use-loaded.ts';

/**
 * The filter of a dashboard as its gadgets see it, once the queries of its boards are read; until then the former one,
 * at first null.
 */
export function useOuterFilter(host: Host, filter: DashboardFilter) {
  const { board } = filter;
  const key = board.map(({ value }) => value).join(' ');
  const { value, error, reload } = useLoaded(key === '' ? null : key, (_, signal) =>
    fetchBoardsQuery(pageClient(host), board, signal),
  );
  const query = key === '' ? '' : value;
  const read = useMemo(
    () => (query === null ? null : { outer: outerFilter(filter, query) }),
    [filter, query],
  );
  return { shown: useFormer(read), failed: key !== '' && error !== null, reload };
}

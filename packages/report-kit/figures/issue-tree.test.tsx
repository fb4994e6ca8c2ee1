import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DatasetView } from '../contract.ts';
import { groupRowId, useIssueTree } from './issue-tree.ts';

const GROUPS = ['Ana'];
const idOf = (name: string) => name;
const issuesOf = () => Uint32Array.of(0);

/** A dataset whose one issue has this key, and the function that lets its rows arrive. */
function slowDataset(key: string) {
  const { promise, resolve } = Promise.withResolvers<readonly IssueRow[]>();
  const dataset = { rows: () => promise } as Partial<DatasetView> as DatasetView;
  const arrive = () => act(async () => resolve([{ row: 0, id: key, key } as IssueRow]));
  return { dataset, arrive };
}

it('shows no issues of the previous dataset that arrive late', async () => {
  const old = slowDataset('OLD-1');
  const next = slowDataset('NEW-1');
  const { result, rerender } = renderHook(
    ({ dataset }) => useIssueTree(GROUPS, idOf, issuesOf, dataset, { [groupRowId('Ana')]: true }),
    { initialProps: { dataset: old.dataset } },
  );
  const children = () => {
    const [group] = result.current.rows;
    const rows = (group && result.current.childRows(group)) ?? [];
    return rows.map(row => (row.kind === 'issue' ? row.issue.key : row.kind));
  };
  await act(async () => {});
  rerender({ dataset: next.dataset });
  await old.arrive();
  expect(children()).toEqual(['waiting']);
  await next.arrive();
  expect(children()).toEqual(['NEW-1']);
});

import type { Board } from '@tallyboard/core/model/board.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { LoadedDataset } from '@tallyboard/engine/calls.ts';
import { EngineError } from '@tallyboard/engine/failure.ts';
import type { DatasetView } from '@tallyboard/report-kit/contract.ts';
import { issueUrl, queryUrl } from '../start/host-links.ts';
import type { Session } from '../start/session.ts';
import type { ReportRun } from './report-run.ts';

/** Only reports on boards ask for it. */
const boardSetStore = () => import('../board-sets/board-sets.ts');

/** The boards to choose from; null in a gadget. */
export const boardsOf = ({ unlisted, boards }: Session['site']) => (unlisted ? null : boards);

/** Issues with made-up names get nothing from the host, which knows the real ones. */
const withoutHost: Partial<DatasetView> = {
  assignees: async () => [],
  statusHistory: () => Promise.reject(new Error('Show names to see it.')),
  issueTypes: async () => [],
  issueUrl: () => '',
  jqlUrl: () => '',
};

/** Queries of views about the issues of a result. Reloads an evicted dataset. */
export function datasetView(
  { engine, host }: Pick<Session, 'engine' | 'host'>,
  boards: readonly Board[] | null,
  issues: Pick<LoadedDataset, 'id' | 'issueCount' | 'keyLength' | 'part'> & {
    readonly asOf: Instant;
  },
  run: ReportRun,
  anonymous: boolean,
): DatasetView {
  const { id: dataset, issueCount, keyLength, asOf, part = false } = issues;

  async function ask<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof EngineError && error.failure.kind === 'gone') run.reloadEvicted(dataset);
      throw error;
    }
  }

  return {
    issueCount,
    keyLength,
    isPart: part,
    rows: rows => ask(engine.rows({ dataset, rows: Uint32Array.from(rows) })),
    assignees: rows => ask(engine.assignees({ dataset, rows: Uint32Array.from(rows) })),
    statusHistory: issueId => ask(engine.statusHistory({ dataset, issueId, asOf })),
    statuses: () => engine.statuses({}),
    issueTypes: async text =>
      (await engine.jqlValues({ field: 'issuetype', text })).map(({ label }) => label),
    issueUrl: key => issueUrl(host.info, key),
    jqlUrl: jql => queryUrl(host.info, jql),
    ...(anonymous && withoutHost),
    ...(boards &&
      !anonymous && {
        boards: {
          list: boards,
          sprints: boardId => ask(engine.boardSprints({ boardId })),
          sets: async () => (await boardSetStore()).loadFlatBoardSets(host),
        },
      }),
  };
}

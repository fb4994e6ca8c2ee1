import type { Coverage, Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { LoadWatch } from '../source.ts';
import type { BoardData } from './boards.ts';
import type { AskedLists } from './collector.ts';
import { complete } from './details.ts';
import { nameEpics, readParentEpics } from './epics.ts';
import type { LoadSession, ReadPlan } from './session.ts';

/** From so many issues on they are kept in columns: as objects they take 2 kB each. */
const MIN_PACKED = 5000;

async function pack(issues: readonly Issue[], { requirement }: LoadSession) {
  // The file is missing where a newer version has replaced it: the issues then stay objects.
  const code = await import('../columns/pack-issues.ts').catch(() => null);
  return code ? code.packIssues(issues, requirement.customFields) : issues;
}

/** Builds the dataset. `fetchedAt` is from before the last details are read: never later than the data. */
export async function finish(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  boards: BoardData,
  fetchedAt: number,
): Promise<Dataset> {
  const { collector } = plan;
  if (collector.size === 0 && session.failures.length > 0) throw session.failures[0];
  const { forest } = session.requirement;
  const relatives = forest
    ? await (await import('./forest.ts')).readForest(session, plan, ids, forest)
    : null;
  const beside = forest?.below ? relatives : null;
  await complete(session, plan);
  const late = plan.collector.lateBeginnings();
  if (late.length > 0)
    await (await import('../load/history-beginnings.ts')).checkBeginnings(session, plan, late);
  collector.finish(askedLists(session));
  plan.pool.settleCategories();
  const read = collector.issues(beside ? [...ids, ...beside.ids] : ids);
  if (plan.pool.hasSprintNames) {
    const { nameSprints } = await import('../load/sprint-names.ts');
    await nameSprints(session, read, [...plan.pool.sprints.values(), ...boards.sprints]);
  }
  const above = relatives && !beside ? collector.issues(relatives.ids) : [];
  // They are none of the query's.
  session.coverage.fetched('issues', -above.length, -above.length);
  const all = [...read, ...above];
  await Promise.all([nameEpics(session, plan, all), readParentEpics(session, plan, all)]);
  const issues = read.length < MIN_PACKED ? read : await pack(read, session);
  session.progress.finish();
  const dataset = datasetOf(session, plan, boards, issues, session.coverage.result(), fetchedAt);
  if (relatives === null) return dataset;
  return beside ? { ...dataset, beside } : { ...dataset, above };
}

export const askedLists = ({ requirement: { history, worklogs } }: LoadSession): AskedLists => ({
  histories: history.length > 0,
  worklogs: worklogs !== 'none',
});

const NONE = { fetched: 0, total: 0 };

/** Hands out the load for reading while it runs. */
export function offerRunning(
  session: LoadSession,
  planned: ReadPlan | Promise<ReadPlan>,
  boardData: Promise<BoardData>,
  now: () => number,
  { onRunning }: LoadWatch,
): void {
  if (!onRunning) return;
  const asked = askedLists(session);
  const offer = ([plan, boards]: [ReadPlan, BoardData]) =>
    onRunning({
      count: () => plan.collector.readableCount(asked),
      read() {
        const issues = plan.collector.readable(asked);
        const count = { fetched: issues.length, total: session.progress.issueTotal() };
        const coverage = {
          issues: count,
          worklogs: NONE,
          histories: NONE,
          reasons: [],
          complete: false,
        };
        return datasetOf(session, plan, boards, issues, coverage, now());
      },
    });
  // The load itself reports a failure.
  Promise.all([planned, boardData]).then(offer, () => {});
}

export function datasetOf(
  session: LoadSession,
  { metadata, pool }: ReadPlan,
  boards: BoardData,
  issues: readonly Issue[],
  coverage: Coverage,
  fetchedAt: number,
): Dataset {
  const sprints = [...pool.sprints.values(), ...boards.sprints];
  return {
    jql: session.jql,
    issues,
    fields: metadata.fields,
    special: metadata.special,
    statuses: pool.statuses,
    sprints: new Map(sprints.map(sprint => [sprint.id, sprint])),
    boardSprints: boards.boardSprints,
    boards: boards.boards,
    boardConfigurations: boards.configurations,
    coverage,
    warnings: [...session.warnings, ...boards.warnings],
    fetchedAt,
  };
}

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { JiraClient } from '../client.ts';
import { abortReason } from '../errors.ts';
import { type BoardData, loadBoardData } from './boards.ts';
import { readCloudIssues } from './cloud-issues.ts';
import type { LoadRequest, LoadSettings } from './contract.ts';
import { CoverageCounter } from './coverage.ts';
import { readDataCenterIssues } from './data-center-issues.ts';
import { nameEpics } from './epics.ts';
import { completeHistories } from './histories.ts';
import { loadMetadata, type Metadata } from './metadata.ts';
import { createProgressMeter } from './progress.ts';
import { type LoadSession, planReading, type ReadPlan } from './session.ts';
import { completeWorklogs } from './worklogs.ts';

/**
 * Loads the issues of a query with what the requirement needs of them, and nothing else. Cancelling (the signal)
 * returns an empty dataset at once. What could not be read is counted in the dataset's coverage with the reason; the
 * failure itself (HttpError, NetworkError, WireError) is thrown only when nothing could be read at all.
 */
export async function loadDataset(
  client: JiraClient,
  request: LoadRequest,
  settings: LoadSettings = {},
): Promise<Dataset> {
  const now = settings.now ?? Date.now;
  const controller = new AbortController();
  const session: LoadSession = {
    client,
    jql: request.jql,
    requirement: request.requirement,
    signal: controller.signal,
    progress: createProgressMeter(settings.onProgress),
    coverage: new CoverageCounter(),
    warnings: new Set(),
    failures: [],
  };
  const cancelled = new Promise<'cancelled'>(resolve => {
    const cancel = () => {
      controller.abort(abortReason(settings.signal));
      resolve('cancelled');
    };
    if (settings.signal?.aborted) cancel();
    else settings.signal?.addEventListener('abort', cancel, { signal: controller.signal });
  });
  const loading = load(session, request.metadata, now);
  try {
    const result = await Promise.race([loading, cancelled]);
    if (result !== 'cancelled') return result;
    loading.catch(() => {}); // Its calls end with the signal; nobody waits for them any more.
    return emptyDataset(request, now());
  } finally {
    // Calls that the result did not wait for, such as a count for the progress, end here.
    controller.abort();
  }
}

async function load(
  session: LoadSession,
  known: Metadata | undefined,
  now: () => number,
): Promise<Dataset> {
  const { client, signal, progress } = session;
  const metadata = known ? Promise.resolve(known) : loadMetadata(client, signal);
  const planned = metadata.then(found => planReading(session, found));
  const read = client.flavour === 'cloud' ? readCloudIssues : readDataCenterIssues;
  const [plan, ids, boards] = await Promise.all([
    planned,
    read(session, planned),
    loadBoardData(client, session.requirement.boards, signal),
  ]);
  const { collector } = plan;
  if (collector.size === 0 && session.failures.length > 0) throw session.failures[0];
  await Promise.all([completeHistories(session, plan), completeWorklogs(session, plan)]);
  collector.finish();
  const issues = collector.issues(ids);
  await nameEpics(session, plan, issues);
  progress.finish();
  return toDataset(session, plan, issues, boards, now());
}

function toDataset(
  session: LoadSession,
  { metadata, pool }: ReadPlan,
  issues: readonly Issue[],
  boards: BoardData,
  fetchedAt: number,
): Dataset {
  const sprints = new Map<SprintId, Sprint>();
  for (const sprint of [...pool.sprints.values(), ...boards.sprints])
    sprints.set(sprint.id, sprint);
  return {
    jql: session.jql,
    issues,
    fields: metadata.fields,
    special: metadata.special,
    statuses: pool.statuses,
    sprints,
    boardSprints: boards.boardSprints,
    boards: boards.boards,
    boardConfigurations: boards.configurations,
    coverage: session.coverage.result(),
    warnings: [...session.warnings, ...boards.warnings],
    fetchedAt,
  };
}

const NO_SPECIAL_FIELDS: Dataset['special'] = {
  storyPoints: [],
  storyPointEstimate: [],
  sprint: [],
  epicLink: [],
  epicName: [],
  team: [],
  flagged: [],
  sla: [],
};

/** What a cancelled load returns. */
function emptyDataset({ jql, metadata }: LoadRequest, fetchedAt: number): Dataset {
  const none = { fetched: 0, total: null };
  return {
    jql,
    issues: [],
    fields: metadata?.fields ?? [],
    special: metadata?.special ?? NO_SPECIAL_FIELDS,
    statuses: metadata?.statuses ?? new Map(),
    sprints: new Map(),
    boardSprints: new Map(),
    boards: new Map(),
    boardConfigurations: new Map(),
    coverage: {
      issues: none,
      worklogs: none,
      histories: none,
      reasons: ['The load was cancelled.'],
      complete: false,
    },
    warnings: [],
    fetchedAt,
  };
}

/**
 * The engine: holds datasets and computes reports on them. It knows the host by its request function alone, so the
 * worker, tests and anything without a browser run the same one.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { checkJql } from '@tallyboard/jira/endpoints/jql.ts';
import { loadDataset } from '@tallyboard/jira/load/issue-loader.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import type { RequestFunction } from '@tallyboard/jira/transport.ts';
import { REPORTS } from '@tallyboard/reports/registry.ts';
import { fetchBoardQuery } from './board-query.ts';
import { createDatasets, type Fetch, type Held } from './datasets.ts';
import { fetchSite } from './fetch-site.ts';
import { describeJqlErrors } from './jql-place.ts';
import type { ComputeArgs, Engine, LoadedDataset } from './protocol.ts';
import { issueRows } from './rows.ts';
import { fetchStatusVisits } from './status-visits.ts';

export interface EngineSettings {
  readonly request: RequestFunction;
  readonly now: () => Instant;
}

/** What the engine knows from its start on. */
interface Started {
  readonly client: JiraClient;
  readonly metadata: Metadata;
}

/** `start` comes first; every other call of an engine that was not started fails. */
export function createEngine({ request, now }: EngineSettings): Engine {
  let started: Started | null = null;
  const datasets = createDatasets((...args) => fetchWith(need(), now)(...args));

  function need(): Started {
    if (!started) throw new Error('The engine was not started.');
    return started;
  }

  return {
    async start({ info }, watch) {
      const client = clientOf(info, request);
      const { site, metadata } = await fetchSite({ client, info, now }, watch);
      started = { client, metadata };
      return site;
    },
    async load(args, watch = {}) {
      const held = await datasets.obtain(args, watch);
      return held ? loaded(held) : nothing(now());
    },
    async compute(args) {
      return compute(datasets.get(args.dataset), args);
    },
    async rows({ dataset, rows }) {
      return issueRows(datasets.get(dataset), rows);
    },
    async statusHistory({ dataset, issueId, asOf }, watch) {
      const { client, metadata } = need();
      const issue = datasets.get(dataset).issues.find(({ id }) => id === issueId);
      return issue ? fetchStatusVisits(client, metadata, issue, asOf, watch?.signal) : [];
    },
    async checkJql({ jql }, watch) {
      if (jql.trim() === '') return { errors: [], at: null };
      const { errors } = await checkJql(need().client, jql, watch?.signal);
      return describeJqlErrors(errors, jql);
    },
    boardFilter: ({ boardId }, watch) => fetchBoardQuery(need().client, boardId, watch?.signal),
  };
}

function clientOf({ flavour, addonKey }: HostInfo, request: RequestFunction): JiraClient {
  return createJiraClient({ flavour, addonKey, request });
}

const fetchWith =
  ({ client, metadata }: Started, now: () => Instant): Fetch =>
  (jql, requirement, { signal, onProgress }) =>
    loadDataset(
      client,
      { jql, requirement, metadata },
      {
        now,
        ...(signal && { signal }),
        onProgress: ({ percent }) => onProgress?.(percent),
      },
    );

function compute(dataset: Dataset, { report: id, settings, context }: ComputeArgs) {
  const report = REPORTS[id];
  if (!report) throw new Error(`There is no report '${id}'.`);
  return report.compute(dataset, settings, context);
}

function loaded({ id, dataset }: Held): LoadedDataset {
  const { issues, coverage, warnings, fetchedAt } = dataset;
  return { id, issueCount: issues.length, coverage, warnings, fetchedAt, cancelled: false };
}

/** What a cancelled load gives: nothing, and at once. */
function nothing(fetchedAt: Instant): LoadedDataset {
  const none = { fetched: 0, total: null };
  const coverage = {
    issues: none,
    worklogs: none,
    histories: none,
    reasons: ['Loading was stopped.'],
    complete: false,
  };
  return { id: 0, issueCount: 0, coverage, warnings: [], fetchedAt, cancelled: true };
}

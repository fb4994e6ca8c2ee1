/** Figures and lists of issues that the server keeps, where a query has too many for a browser. In a chunk of its own. */
import type { RemoteIssues } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed, Note } from '@tallyboard/core/model/result.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { statusOf, WireError } from '@tallyboard/jira/errors.ts';
import { readableQuery } from '@tallyboard/jira/jql/compose.ts';
import { RESULTS_PATH } from '@tallyboard/jira/load/fetch-columns.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import type { ColumnsRead, RemoteRead } from '@tallyboard/jira/load/read-columns.ts';
import { type LoadSession, planReading } from '@tallyboard/jira/load/session.ts';
import type { ComputeArgs, LoadedDataset } from '../calls.ts';
import { GONE } from '../datasets.ts';
import { EngineError } from '../failure.ts';
import { unpack } from './pack.ts';

/** The body of a call to `RESULTS_PATH`. */
export interface ResultsRequest {
  readonly jql: string;
  readonly requirement: Requirement;
  /** Of the issues; without it, those that the query finds now. */
  readonly revision?: string;
  readonly past?: RemoteIssues['past'];
  /** Without it, the reply has the facts of the load. */
  readonly call?: ResultsCall;
}

export type ResultsCall =
  | ({ readonly kind: 'compute' } & Omit<ComputeArgs, 'dataset'>)
  | { readonly kind: 'rows'; readonly rows: readonly number[] };

/** What a page knows of issues that the server keeps. */
export interface RemoteFacts {
  readonly revision: string;
  readonly loaded: LoadedDataset;
  /** About values of today in issues as of a past time. */
  readonly notes: readonly Note[];
}

/** Loads the issues of a session on the server. */
export async function loadRemote(session: LoadSession, metadata: Metadata): Promise<ColumnsRead> {
  const { client, signal, requirement } = session;
  const request = {
    jql: readableQuery(session.jql, client.flavour),
    // Columns have all worklogs where those since an instant are required.
    requirement:
      requirement.worklogsSince === null
        ? requirement
        : ({ ...requirement, worklogs: 'none' } as const),
  };
  const facts = (await ask(client, request, signal)) as RemoteFacts;
  return {
    plan: planReading(session, metadata),
    issues: [],
    at: facts.loaded.fetchedAt,
    remote: remoteRead(request, facts),
  };
}

/** The issues as they were at an instant. */
export async function readRemotePast(
  client: JiraClient,
  issues: RemoteIssues,
  past: NonNullable<RemoteIssues['past']>,
  signal: AbortSignal | undefined,
): Promise<RemoteRead & { readonly notes: readonly Note[] }> {
  const facts = (await ask(client, { ...requestOf(issues), past }, signal)) as RemoteFacts;
  return { ...remoteRead({ ...issues, past }, facts), notes: facts.notes };
}

export const computeRemote = (
  client: JiraClient,
  issues: RemoteIssues,
  args: Omit<ComputeArgs, 'dataset'>,
  signal: AbortSignal | undefined,
) =>
  ask(client, { ...requestOf(issues), call: { kind: 'compute', ...args } }, signal) as Promise<
    Computed<unknown>
  >;

export const readRemoteRows = (
  client: JiraClient,
  issues: RemoteIssues,
  rows: ArrayLike<number>,
  signal: AbortSignal | undefined,
) =>
  ask(
    client,
    { ...requestOf(issues), call: { kind: 'rows', rows: Array.from(rows) } },
    signal,
  ) as Promise<readonly IssueRow[]>;

const requestOf = ({ jql, requirement, revision, past }: RemoteIssues): ResultsRequest => ({
  jql,
  requirement,
  revision,
  ...(past && { past }),
});

function remoteRead(
  { jql, requirement, past }: Pick<ResultsRequest, 'jql' | 'requirement' | 'past'>,
  { revision, loaded }: RemoteFacts,
): RemoteRead {
  const { issueCount: count, since, keyLength, coverage, warnings } = loaded;
  const remote = { jql, requirement, revision, count, since, keyLength, ...(past && { past }) };
  return { coverage, warnings, remote };
}

async function ask(
  client: JiraClient,
  body: ResultsRequest,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    const bytes = await client.send(
      { method: 'POST', reads: true, path: RESULTS_PATH, body },
      { signal },
    );
    if (bytes instanceof Uint8Array) return unpack(bytes);
  } catch (error) {
    // The issues have changed, and the server has let them go.
    if (statusOf(error) === 412) throw new EngineError(GONE, error);
    throw error;
  }
  throw new WireError(`POST ${RESULTS_PATH}`, 'packed values', '');
}

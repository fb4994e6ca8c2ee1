/** Figures and lists of issues that the server keeps for pages. A process keeps the issues of its last call. */
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { LoadedDataset } from '@tallyboard/engine/calls.ts';
import { createEngine, type LocalEngine } from '@tallyboard/engine/engine.ts';
import { EngineError } from '@tallyboard/engine/failure.ts';
import { pack } from '@tallyboard/engine/remote/pack.ts';
import type { RemoteFacts } from '@tallyboard/engine/remote/remote-issues.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { INNER_ADDRESS } from '../columns/inner-jira.ts';
import { openStoreSource } from '../columns/store-source.ts';
import { viewOf } from './reader-scope.ts';
import type { ComputedResults, ResultsJob } from './report-job.ts';

/** The issues of a revision have changed. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

/** The figures cannot be computed with these settings. */
export class UncomputedError extends Error {
  override readonly name = 'UncomputedError';
}

interface HeldIssues {
  /** That of the job. */
  readonly name: string;
  readonly revision: string;
  /** Of the data, when they were loaded. */
  readonly version: number;
  readonly engine: LocalEngine;
  readonly loaded: LoadedDataset;
}

let held: HeldIssues | null = null;

/** Answers one call at a time. Throws GoneError, UncomputedError, and errors of the source. */
export async function answerResults(store: Store, job: ResultsJob): Promise<ComputedResults> {
  const { request, base } = job;
  const issues = await findIssues(store, job);
  const value = await answer(issues, request).catch(error => {
    throw error instanceof EngineError ? (error.cause ?? error) : error;
  });
  const bytes = pack(value, (text, member) =>
    /url$/i.test(member) && text.startsWith(`${INNER_ADDRESS}/`)
      ? base + text.slice(INNER_ADDRESS.length)
      : text,
  );
  const packed = await promisify(gzip)(bytes, { level: 4 });
  return { asOf: issues.loaded.fetchedAt, isWhole: true, packed };
}

async function findIssues(store: Store, job: ResultsJob): Promise<HeldIssues> {
  const { revision } = job.request;
  if (held?.name === job.dataset) {
    const isCurrent = held.version === (await store.segments.revision());
    if (isMeant(held, job, isCurrent)) return held;
    // To load them again would give these.
    if (isCurrent && revision !== undefined) throw new GoneError();
  }
  // Frees the memory for the next issues.
  held = null;
  held = await load(store, job);
  if (revision !== undefined && held.revision !== revision) throw new GoneError();
  return held;
}

/**
 * Issues without a revision are those of the present, which may be some seconds old. After any change a reader who sees only a
 * part may no longer see some of the issues.
 */
function isMeant(
  { revision, loaded }: HeldIssues,
  { request, extent, now }: ResultsJob,
  isCurrent: boolean,
): boolean {
  if (request.revision === undefined) return isCurrent && now - loaded.fetchedAt < MAX_AGE_MS;
  return request.revision === revision && (isCurrent || extent !== 'part');
}

const MAX_AGE_MS = 10_000;

async function load(
  store: Store,
  { request: { jql, requirement }, dataset: name, visitor, extent, now }: ResultsJob,
): Promise<HeldIssues> {
  const source = await openStoreSource({
    store,
    visitor,
    actAs: () => false,
    now: () => now,
    view: viewOf(store, extent, () => now),
  });
  const { client, request, columns } = source;
  try {
    const engine = createEngine({ request, columns, now: () => now, warn: () => {} });
    const before = await store.segments.revision();
    await engine.start({ info: { ...parseHostInfo(''), flavour: client.flavour }, gadget: true });
    const loaded = await engine.load({ jql, requirement, fresh: false });
    if (loaded === null) throw new Error('The load was cancelled.');
    const isSteady = (await store.segments.revision()) === before;
    const { issues } = engine.dataset(loaded.id);
    // Issues that changed during the load cannot be loaded again.
    const revision = isSteady ? revisionOf(before, issues) : randomUUID();
    return { name, revision, version: before, engine, loaded };
  } catch (error) {
    throw error instanceof EngineError ? (error.cause ?? error) : error;
  }
}

function revisionOf(version: number, issues: readonly { readonly id: string }[]): string {
  const hash = createHash('sha256').update(`${version}`);
  for (const { id } of issues) hash.update(`,${id}`);
  return hash.digest('base64url');
}

async function answer(
  { engine, loaded: today, revision }: HeldIssues,
  { past, call }: ResultsJob['request'],
): Promise<unknown> {
  const { loaded, notes } = past
    ? await engine.pastDataset({ dataset: today.id, ...past })
    : { loaded: today, notes: [] };
  if (call === undefined) return { revision, loaded, notes } satisfies RemoteFacts;
  const { id: dataset } = loaded;
  if (call.kind === 'rows') return engine.rows({ dataset, rows: call.rows });
  const { report, settings, context } = call;
  try {
    return await engine.compute({ dataset, report, settings, context });
  } catch (error) {
    const { cause = error } = error as EngineError;
    const message = `The report could not be computed: ${(cause as Error).message}`;
    throw new UncomputedError(message, { cause });
  }
}

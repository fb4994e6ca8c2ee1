import type { Instant } from '@tallyboard/core/time/units.ts';
import type { UnreadIssue } from '@tallyboard/replica/data/mirror.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { asInstant } from '@tallyboard/replica/data/shapes.ts';
import { CommandError } from '../command.ts';
import { count } from '../progress.ts';
import { copyCatalogue } from './catalogue.ts';
import { batchesOf, type Mirror, platform, type Skipped, write } from './context.ts';
import { fetchOne } from './lists.ts';
import { copyOpenSprints, copyPlaces } from './places.ts';
import { confirmGone, findAll, findUpdated, type IssueTimes } from './query.ts';
import { copyRanks } from './ranks.ts';
import { BATCH, readIssues } from './read-issues.ts';
import { refreshAccess } from './readers.ts';
import { findChangedSlas } from './running-slas.ts';
import { findWorklogChanges } from './worklog-changes.ts';

/** The rank order of more issues is compared hourly: 5,000 ids a call. */
const MAX_RANKED_EACH_ROUND = 20_000;

/** Interval of boards, fields and users. */
const CATALOGUE_AFTER_MS = 60 * 60_000;

/**
 * One round: brings the copy up to date with the query. Each step is one transaction with the state of the mirror, so
 * that an interrupted round is resumed by the next one.
 */
export async function mirrorRound(mirror: Mirror): Promise<void> {
  const startedMs = await fetchJiraTime(mirror);
  if (mirror.state.sinceMs === 0) await beginAt(mirror, startedMs);
  const { catalogueMs, unread = [] } = mirror.state;
  const renews = catalogueMs === null || Math.abs(startedMs - catalogueMs) >= CATALOGUE_AFTER_MS;
  if (renews) await copyCatalogue(mirror);
  const listed = await findAll(mirror);
  await removeGone(mirror, listed);
  const isListed = unread.filter(({ id }) => listed.has(id));
  if (isListed.length < unread.length) await write(mirror, { state: { unread: isListed } });
  const ranksMs = renews || listed.size <= MAX_RANKED_EACH_ROUND ? startedMs : mirror.state.ranksMs;
  await copyIssues(mirror, await findStale(mirror, listed, startedMs));
  if (ranksMs === startedMs) await copyRanks(mirror, ids => copyIssues(mirror, ids));
  if (renews) await copyPlaces(mirror);
  else await copyOpenSprints(mirror);
  // Issues repeat renamed entities.
  await copyIssues(
    mirror,
    mirror.state.again.filter(id => listed.has(id)),
  );
  if (renews) await refreshAccess(mirror, Date.now());
  await write(mirror, {
    state: {
      asOfMs: startedMs,
      sinceMs: startedMs,
      catalogueMs: renews ? startedMs : catalogueMs,
      ranksMs: ranksMs ?? null,
      again: [],
      expected: null,
      trouble: null,
      endedMs: Date.now(),
    },
  });
}

/** Jira's lists of worklogs omit the last minute. */
const WORKLOG_OVERLAP_MS = 10 * 60_000;

async function beginAt(mirror: Mirror, nowMs: Instant): Promise<void> {
  const worklogsMs = nowMs - WORKLOG_OVERLAP_MS;
  const state = { sinceMs: nowMs, worklogsUpdatedMs: worklogsMs, worklogsDeletedMs: worklogsMs };
  await write(mirror, { state });
}

/** Jira's own clock; only differences of its times are used. */
async function fetchJiraTime(mirror: Mirror): Promise<Instant> {
  const path = `${platform(mirror.client)}/serverInfo`;
  const { serverTime } = await fetchOne(mirror, { path }, 'version');
  return asInstant(serverTime) ?? Date.now();
}

/** Up to this number --shrink is not needed. */
const FEW = 100;

async function removeGone(mirror: Mirror, listed: IssueTimes): Promise<void> {
  const known = await mirror.store.mirror.updates();
  const missing = [...known.keys()].filter(id => !listed.has(id));
  if (missing.length === 0) return;
  const gone = await confirmGone(mirror, missing);
  const isMost = known.size > FEW && gone.length > known.size / 2;
  if (isMost && !mirror.shrink) {
    throw new CommandError(
      `Jira lists only ${count(known.size - gone.length)} of the ${count(known.size)} mirrored issues. If the query or the account's permissions were narrowed on purpose, run once with --shrink; else check the account's permissions.`,
    );
  }
  for (const goneIssues of batchesOf(gone, BATCH)) await write(mirror, { goneIssues });
  mirror.tally.gone += gone.length;
}

/** Issues that are new, changed, or marked for rereading. */
async function findStale(mirror: Mirror, listed: IssueTimes, nowMs: Instant): Promise<string[]> {
  const known = await mirror.store.mirror.updates();
  const isCloud = mirror.client.flavour === 'cloud';
  const times =
    isCloud && known.size > 0 ? await findUpdated(mirror, mirror.state.sinceMs, nowMs) : listed;
  const worklogs = await findWorklogChanges(mirror, known);
  const again = [...new Set([...mirror.state.again, ...worklogs.issues])];
  await write(mirror, {
    state: {
      again,
      worklogsUpdatedMs: worklogs.updatedMs,
      worklogsDeletedMs: worklogs.deletedMs,
      expected: listed.size,
    },
  });
  const changed = [...times].flatMap(([id, time]) =>
    time !== null && known.has(id) && known.get(id) !== time ? [id] : [],
  );
  const missing = [...listed.keys()].filter(id => !known.has(id));
  const slas = known.size > 0 ? await findChangedSlas(mirror) : [];
  return [...new Set([...missing, ...changed, ...slas, ...again])].filter(id => listed.has(id));
}

/** Batches that are read concurrently. */
const AHEAD = 3;

async function copyIssues(mirror: Mirror, ids: readonly string[]): Promise<void> {
  const known = new Set((await mirror.store.mirror.updates()).keys());
  let done = 0;
  for await (const { batch, records } of readAhead(mirror, batchesOf(ids, BATCH))) {
    const read = new Set(batch);
    const again = mirror.state.again.filter(id => !read.has(id));
    const skipped = await write(mirror, { records, state: { again } });
    const unread = unreadOf(batch, records, skipped);
    await noteUnread(mirror, read, unread);
    const failed = new Set(unread.map(({ id }) => id));
    for (const id of batch)
      if (!failed.has(id)) mirror.tally[known.has(id) ? 'updated' : 'added'] += 1;
    done += batch.length;
    mirror.onProgress(`${count(done)} of ${count(ids.length)} issues`);
  }
}

/** Issues of a batch that were not stored, with the reason. */
function unreadOf(
  batch: readonly string[],
  records: readonly StoreRecord[],
  skipped: readonly Skipped[],
): UnreadIssue[] {
  const reasons = new Map(skipped.map(({ name, why }) => [name, why]));
  const keys = new Map<string, string>();
  for (const { kind, value } of records)
    if (kind === 'issue') keys.set(String(value.id), String(value.key ?? value.id));
  return batch.flatMap(id => {
    const name = keys.get(id);
    if (name === undefined) return { id, name: id, why: 'Jira lists it and does not return it.' };
    const why = reasons.get(name) ?? reasons.get(id);
    return why === undefined ? [] : { id, name, why };
  });
}

/** Keeps which issues of a batch are missing in the copy, so that reports can say so. */
async function noteUnread(
  mirror: Mirror,
  batch: ReadonlySet<string>,
  found: readonly UnreadIssue[],
): Promise<void> {
  const { unread = [] } = mirror.state;
  const others = unread.filter(({ id }) => !batch.has(id));
  if (others.length === unread.length && found.length === 0) return;
  await write(mirror, { state: { unread: [...others, ...found] } });
}

async function* readAhead(mirror: Mirror, batches: readonly string[][]) {
  const read = (batch: string[]) => {
    const records = readIssues(mirror, batch);
    // Its error is thrown when its turn comes; until then it must not count as unhandled.
    records.catch(() => {});
    return { batch, records };
  };
  const running = batches.slice(0, AHEAD).map(read);
  for (let next = AHEAD; ; next++) {
    const first = running.shift();
    if (!first) return;
    const records = await first.records;
    const batch = batches[next];
    if (batch) running.push(read(batch));
    yield { batch: first.batch, records };
  }
}

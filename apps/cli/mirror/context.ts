import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { Entity, EntityKind } from '@tallyboard/replica/data/entity.ts';
import type { MirrorState, MirrorStep } from '@tallyboard/replica/data/mirror.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import type { JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { knownFields, readRecord } from '@tallyboard/replica/import/read-record.ts';
import type { TokenAnswer } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Say } from './log.ts';

/** Counts of a round, for its summary. */
export interface Tally {
  added: number;
  updated: number;
  gone: number;
  /** Issues that Jira lists but does not return, or that the store rejects. */
  failed: number;
  /** Issues with fewer histories or worklogs than Jira counts. */
  cut: number;
}

export const newTally = (): Tally => ({ added: 0, updated: 0, gone: 0, failed: 0, cut: 0 });

/** What Jira was asked for a reader. */
export interface ReaderMemory {
  /** Instants of the calls of the last hour. */
  calls: number[];
  /** The last use of the reader's own token, by the instant when it was given. */
  token: {
    givenMs: number;
    atMs: number;
    outcome: TokenAnswer['outcome'] | 'failed' | 'failed again';
  } | null;
  /** Ids of projects of the mirror that Jira shows the reader, and when that was asked. */
  projects: readonly string[];
  projectsMs: number;
  /** Until this instant, the reader's issues are assumed to be more than one page. */
  manyUntilMs: number;
}

/** A running mirror. */
export interface Mirror {
  readonly client: JiraClient;
  readonly store: Store;
  /** Host of the site: the source of all records. */
  readonly source: string;
  readonly holder: string;
  readonly signal: AbortSignal;
  /** Accept that more than half of the issues are gone. */
  readonly shrink: boolean;
  state: MirrorState;
  lastWrite: Promise<unknown>;
  readonly tally: Tally;
  /** What this process remembers of readers, by account id in Jira. */
  readonly readers: Map<string, ReaderMemory>;
  /** Why permissions could not be read at the last attempt. */
  accessTrouble: string | null;
  /** Progress, for a terminal. */
  readonly onProgress: (text: string) => void;
  readonly say: Say;
}

/** Address of the platform's REST API in its newest version. */
export function platform({ flavour }: JiraClient): string {
  return flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2';
}

type Written = Omit<MirrorStep, 'holder' | 'source' | 'state'> & { state?: Partial<MirrorState> };

/** Limit of messages about rejected records in one round. */
const MAX_MESSAGES = 5;

/** The records in Jira's own form, without those that cannot be read. */
async function readable(
  { store, say }: Mirror,
  records: readonly StoreRecord[],
  onSkipped: (skipped: Skipped) => void,
): Promise<StoreRecord[]> {
  const fields = await knownFields(store);
  return records.flatMap(record => {
    const { key, id } = record.value as { key?: unknown; id?: unknown };
    const name = String(key ?? id);
    try {
      return readRecord(record, fields, ({ field, what, done, isLoss }) => {
        if (isLoss) say(`${name} ${field}: ${what}, ${done}`, 'warn');
      });
    } catch (error) {
      onSkipped({ name, why: (error as Error).message });
      return [];
    }
  });
}

/** A record that was not stored, by key, name or id. */
export interface Skipped {
  readonly name: string;
  readonly why: string;
}

/** Writes records, deletions and progress in one transaction. Returns the records that were not stored. */
export async function write(mirror: Mirror, { state, ...step }: Written): Promise<Skipped[]> {
  const { holder, source, tally } = mirror;
  const skipped: Skipped[] = [];
  // Serialized: rounds and the refresh of permissions run concurrently.
  const writing = mirror.lastWrite.then(async () => {
    const next = { ...mirror.state, ...state };
    const onSkipped = (one: Skipped) => void skipped.push(one);
    const records = step.records && (await readable(mirror, step.records, onSkipped));
    const given = { ...step, ...(records && { records }) };
    const result = await mirror.store.mirror.step({ holder, source, state: next, ...given });
    mirror.state = next;
    return result;
  });
  mirror.lastWrite = writing.catch(() => {});
  const { problems } = await writing;
  skipped.push(...problems.map(({ record, message }) => ({ name: record, why: message })));
  for (const { name, why } of skipped) {
    tally.failed += 1;
    if (tally.failed <= MAX_MESSAGES) mirror.say(`${name} was skipped: ${why}`, 'warn');
  }
  return skipped;
}

type OwnKind = Exclude<
  StoreRecord['kind'],
  'issue' | 'dashboard' | 'site' | 'group' | 'projectAccess'
>;

/** A document of Jira as a record, unchanged: the store validates it. */
export function recordOf(kind: OwnKind, value: JsonObject): StoreRecord {
  return { kind, value } as unknown as StoreRecord;
}

export const recordsOf = (kind: OwnKind, list: readonly JsonObject[]): StoreRecord[] =>
  list.map(value => recordOf(kind, value));

/** A list as records of one kind, in Jira's order. */
export function inOrder(kind: OwnKind, list: readonly JsonObject[]): StoreRecord[] {
  return recordsOf(
    kind,
    list.map((value, sequence) => ({ ...value, sequence })),
  );
}

/** Stored entities of these kinds that the records no longer list. */
export async function unlisted(
  { store }: Mirror,
  kinds: readonly EntityKind[],
  records: readonly StoreRecord[],
  isExpected: (entity: Entity) => boolean = () => true,
) {
  const listed = new Set(
    records.map(({ kind, value }) => {
      const { id, groupId } = value as { id?: unknown; groupId?: unknown };
      return `${kind} ${String(id ?? groupId)}`;
    }),
  );
  const gone: { kind: EntityKind; id: string }[] = [];
  for (const kind of kinds)
    for (const entity of await store.catalogue.all(kind))
      if (isExpected(entity) && !listed.has(`${kind} ${entity.id}`))
        gone.push({ kind, id: entity.id });
  return gone;
}

export const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );

import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { MirrorState, MirrorStep } from '@tallyboard/replica/data/mirror.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import type { Store } from '@tallyboard/server-store/store.ts';

export type Json = Record<string, unknown>;

/** What a round did, for its one line of summary. */
export interface Tally {
  added: number;
  updated: number;
  gone: number;
  /** Issues that Jira lists and does not hand out, or that could not be taken. */
  failed: number;
  /** Issues with fewer histories or worklogs than Jira counts. */
  cut: number;
}

/** A mirror at work: where from, where to, and how far. */
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
  /** What is done just now, for a terminal. */
  readonly onProgress: (text: string) => void;
  /** Something that whoever runs it should read. */
  readonly say: (text: string) => void;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Address of the platform's REST API in its newest version. */
export function platform({ flavour }: JiraClient): string {
  return flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2';
}

type Written = Omit<MirrorStep, 'holder' | 'source' | 'state'> & { state?: Partial<MirrorState> };

/** Limit of messages about rejected records in one round. */
const MAX_MESSAGES = 5;

/** One transaction: what came, what went, and how far the mirror is with it. Returns how many records landed. */
export async function write(mirror: Mirror, { state, ...step }: Written): Promise<number> {
  const { holder, source, tally } = mirror;
  // In turns: rounds and permissions are written at the same time.
  const writing = mirror.lastWrite.then(async () => {
    const next = { ...mirror.state, ...state };
    const result = await mirror.store.mirror.step({ holder, source, state: next, ...step });
    mirror.state = next;
    return result;
  });
  mirror.lastWrite = writing.catch(() => {});
  const { problems } = await writing;
  for (const { record, message } of problems) {
    tally.failed += 1;
    if (tally.failed <= MAX_MESSAGES) mirror.say(`${record} was left out: ${message}`);
  }
  return (step.records?.length ?? 0) - problems.length;
}

type OwnKind = Exclude<
  StoreRecord['kind'],
  'issue' | 'dashboard' | 'site' | 'group' | 'projectAccess'
>;

/** A document of Jira's as a record. It goes in as it came: the store itself checks what it needs of it. */
export function recordOf(kind: OwnKind, value: Json): StoreRecord {
  return { kind, value } as unknown as StoreRecord;
}

/** A list as records of one kind. Jira lists them in their order and does not name their place in it. */
export function inOrder(kind: OwnKind, list: readonly Json[]): StoreRecord[] {
  return list.map((value, sequence) => recordOf(kind, { ...value, sequence }));
}

/** Pins of saved reports: their figures as of a day, with a note. */
import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchUserNames } from '@tallyboard/jira/endpoints/users.ts';
import { readOne } from '@tallyboard/jira/read.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import { newItemId } from './owned-items.ts';

const number = v.nullable(v.number());

const headline = v.array(v.object({ key: v.string(), label: v.string(), text: v.string() }));
const figures = v.array(v.object({ key: v.string(), value: number }));

/** What a page pins, where no server computes it: without ids of issues. */
export const pinnedFigures = v.object({
  /** ISO time in UTC. */
  asOf: v.string(),
  /** What the figures answer. */
  question: v.object({
    report: v.string(),
    jql: v.string(),
    /** By stored keys. */
    settings: v.record(v.string(), v.unknown()),
    timeZone: v.string(),
  }),
  /** The policy of figures on people that was in force; absent without such figures. */
  people: v.optional(v.string()),
  headline,
  figures,
  /** Equal for equal figures of the same issues; absent where the browser has no SHA-256. */
  hash: v.optional(v.string()),
});
export type PinnedFigures = v.InferOutput<typeof pinnedFigures>;

/** What a page computed to be pinned. */
export interface PagePin {
  readonly figures: PinnedFigures;
  /** Ids of all issues that were counted, for stores that check who may see them. */
  readonly issues: readonly string[];
}

const savedPin = v.object({
  id: v.string(),
  /** ISO time in UTC. */
  asOf: v.string(),
  question: v.optional(pinnedFigures.entries.question),
  people: v.optional(v.string()),
  author: v.nullable(v.string()),
  /** Where the host knows no names. */
  authorId: v.optional(v.string()),
  note: v.optional(v.string(), ''),
  mine: v.optional(v.boolean(), false),
  removable: v.boolean(),
  /** False: pinned with other rights, so that the reader gets no number. */
  shown: v.boolean(),
  headline: v.optional(headline, []),
  figures: v.optional(figures, []),
});
export type SavedPin = v.InferOutput<typeof savedPin>;

const comparedPin = v.object({
  headline: v.optional(
    v.array(
      v.object({
        key: v.string(),
        replayed: v.nullable(v.string()),
        now: v.nullable(v.string()),
      }),
    ),
    [],
  ),
  /** Why figures as of its time are not those that were pinned; null where they are the same. */
  differs: v.optional(v.nullable(v.string()), null),
  doubts: v.array(v.string()),
});
export type PinComparison = v.InferOutput<typeof comparedPin>;

/** What a saved report says of who sees it. */
export interface PinnedReport {
  readonly ownerId?: string | undefined;
  readonly editable: boolean;
}

export interface SavedPins {
  /** Oldest first. */
  list(report: string, signal?: AbortSignal): Promise<readonly SavedPin[]>;
  /** Beside the figures of today, and those that the data give now as of its time. */
  readonly compare:
    | ((report: string, id: string, signal?: AbortSignal) => Promise<PinComparison>)
    /** The page computes both. */
    | null;
  /** Nobody but the reader sees what the reader pins of the report. */
  readonly isPrivate: (report: PinnedReport) => boolean;
  /** `ofPage` is asked where no server computes figures. */
  add(report: string, note: string, ofPage: () => Promise<PagePin>): Promise<SavedPin>;
  remove(report: string, id: string): Promise<void>;
}

const pinsOf = (report: string) => path`/rest/tallyboard/1/saved-reports/${report}/pins`;
const pathOf = (report: string, id: string) => pinsOf(report) + path`/${id}`;

export function serverPins(client: JiraClient): SavedPins {
  const list = v.object({ pins: v.array(savedPin) });
  return {
    list: async (report, signal) => (await readOne(client, list, pinsOf(report), { signal })).pins,
    isPrivate: () => false,
    compare: (report, id, signal) => readOne(client, comparedPin, pathOf(report, id), { signal }),
    async add(report, note) {
      const reply = await client.send({ method: 'POST', path: pinsOf(report), body: { note } });
      return parseWire(savedPin, reply, 'pin');
    },
    async remove(report, id) {
      await client.send({ method: 'DELETE', path: pathOf(report, id) });
    },
  };
}

/** Pins of shared reports in the storage of an app, which has the addresses of our server and computes nothing. */
export function appPins(client: JiraClient): Pick<SavedPins, 'list' | 'add' | 'remove'> {
  const { list, remove } = serverPins(client);
  return {
    async list(report, signal) {
      const pins = await list(report, signal);
      const ids = new Set(pins.flatMap(({ authorId }) => authorId ?? []));
      const names = await fetchUserNames(client, [...ids], signal);
      return pins.map(pin => ({ ...pin, author: names.get(pin.authorId ?? '') ?? null }));
    },
    async add(report, note, ofPage) {
      const body = { ...(await ofPage()), id: newItemId(), note };
      const reply = await client.send({ method: 'POST', path: pinsOf(report), body });
      return parseWire(savedPin, reply, 'pin');
    },
    remove,
  };
}

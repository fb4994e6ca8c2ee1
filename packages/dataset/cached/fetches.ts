import type { Share } from '../load/session.ts';
import { type CachedIssue, holdsFields, holdsHistories, type Needs } from './cached-issue.ts';

/** What a fetch brought. */
export interface FetchResult {
  /** When its load began. */
  readonly at: number;
  readonly issues: ReadonlyMap<string, CachedIssue>;
  /** Whole histories that came by calls of their own. */
  readonly histories: ReadonlyMap<string, NonNullable<CachedIssue['histories']>>;
}

export interface FetchSettings {
  /** Fetches of other users are not shared. */
  readonly user: string;
  /** When its load began. */
  readonly at: number;
  readonly needs: Needs;
  /** What it reads, including what other loads need. */
  readonly brings: Needs;
  /** Histories come by calls of their own, not with their issues. */
  readonly isSeparate: boolean;
  /** It reads a query whose ids are not known yet: others wait for all of it. */
  readonly isWhole: boolean;
  /** Whether what a load that began at that time reads is new enough. */
  readonly accepts: (at: number) => boolean;
}

interface RunningFetch extends FetchSettings {
  readonly issues: Set<string>;
  readonly histories: Set<string>;
  readonly result: Promise<FetchResult>;
}

export type Fetches = ReturnType<typeof createFetches>;

/** The fetches of one engine that are under way: concurrent loads fetch no issue twice. */
export function createFetches() {
  const running = new Set<RunningFetch>();
  let reading = 0;
  let ended = 0;
  /** When a reader changed issues last, by id. */
  const changes = new Map<string, number>();
  let changeCount = 0;

  return {
    isIdle: () => running.size === 0,
    /** Whether a load still waits for its issues. */
    isReading: () => reading > 0,
    change(ids: Iterable<string>, at: number): void {
      for (const id of ids) changes.set(id, at);
      changeCount += 1;
    },
    /** How often a reader has changed issues. */
    changeCount: () => changeCount,
    /** Whether a reader has changed the issue since a load began. */
    isChanged: (id: string, since: number) => (changes.get(id) ?? since - 1) >= since,
    /** How many have ended. */
    ended: () => ended,

    /** Counts as under way until `end`. */
    start(settings: FetchSettings) {
      const { needs, isSeparate, user } = settings;
      const { promise, resolve } = Promise.withResolvers<FetchResult>();
      const own: RunningFetch = {
        ...settings,
        issues: new Set(),
        histories: new Set(),
        result: promise,
      };
      const awaited = new Set<RunningFetch>();
      running.add(own);
      reading += 1;
      void promise.then(() => (reading -= 1));

      const ofOthers = (kind: 'issues' | 'histories', isEnough: (brings: Needs) => boolean) => {
        const others = [...running].filter(
          each =>
            each !== own &&
            each.user === user &&
            settings.accepts(each.at) &&
            isEnough(each.brings),
        );
        return (id: string) => {
          const other = others.find(each => each.isWhole || each[kind].has(id));
          if (other) awaited.add(other);
          return other !== undefined;
        };
      };
      const hasFields = (brings: Needs) => holdsFields(brings.fields, needs.fields);
      const hasHistories = (brings: Needs) => holdsHistories(brings.histories, needs.histories);

      return {
        /** What it has claimed so far. */
        issues: own.issues as ReadonlySet<string>,
        histories: own.histories as ReadonlySet<string>,
        /** The part of these that no other fetch brings; the rest is in `others`. */
        claim({ issues, histories }: Share): Share {
          const isIssueOfOthers = ofOthers(
            'issues',
            brings => hasFields(brings) && (isSeparate || hasHistories(brings)),
          );
          const isHistoryOfOthers = ofOthers('histories', hasHistories);
          const mine = {
            issues: issues.filter(id => !isIssueOfOthers(id)),
            histories: isSeparate ? histories.filter(id => !isHistoryOfOthers(id)) : [],
          };
          for (const id of mine.issues) own.issues.add(id);
          for (const id of isSeparate ? mine.histories : mine.issues) own.histories.add(id);
          return mine;
        },
        resolve,
        /** What the fetches brought that have the rest; empty where they failed. */
        others: () => Promise.all([...awaited].map(({ result }) => result)),
        end() {
          resolve({ at: own.at, issues: new Map(), histories: new Map() });
          if (running.delete(own)) ended += 1;
        },
      };
    },
  };
}

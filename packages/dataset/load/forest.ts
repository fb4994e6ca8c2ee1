/** Reads the issues above and below those of a query, each once: level by level, of the replica by one query. */
import { isTopOf } from '@tallyboard/core/forest/tops.ts';
import type { Beside } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { ForestNeed } from '@tallyboard/core/model/requirement.ts';
import { BULK_SIZE, fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { readWireIssues } from '@tallyboard/jira/wire/read-issue.ts';
import { RECEIVED } from '@tallyboard/jira/wire/received.ts';
import { readAllHistories, readIssues } from './details.ts';
import { forestQuery, readsEarlierParents } from './forest-query.ts';
import { fetchIdsIn } from './ids-in.ts';
import { type LoadSession, type ReadPlan, readPart } from './session.ts';

/** Calls in front of a Jira, without those for the rest of long histories; what they do not reach is named. */
const MAX_CALLS = 40;
/** Parents in one clause. */
const CLAUSE_SIZE = 100;
/** Further up than any hierarchy, so that parents which name each other end. */
const MAX_HEIGHT = 12;

const ISSUE_KEY = /^[\p{Lu}][\p{Lu}\p{N}_]*-\d+$/u;

/** @param ids of the issues of the query. */
export async function readForest(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  need: ForestNeed,
): Promise<Beside> {
  const reader = new ForestReader(session, plan, ids, need);
  if (session.client.isReplica) {
    const found = await readAtOnce(session, plan, ids, need);
    if (!readsEarlierParents(session.requirement)) return found;
    reader.add([...found.ids]);
  }
  await reader.readAbove();
  await reader.readBelow();
  return reader.found();
}

async function readAtOnce(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  need: ForestNeed,
): Promise<Beside> {
  const { client, jql, progress, signal, coverage } = session;
  const own = new Set(ids);
  let missing: readonly IssueId[] = [];
  await readPart(
    session,
    async () => {
      const all = await fetchIdsIn(client, forestQuery(jql, need), signal);
      missing = all.filter(id => !own.has(id));
    },
    why => coverage.reason(`Issues above and below others were not loaded: ${why}`),
  );
  progress.expect('issues', missing.length);
  await readIssues(session, plan, missing, new Map());
  const read = missing.filter(id => plan.collector.has(id));
  return { ids: new Set(read), unread: new Set() };
}

class ForestReader {
  readonly #session: LoadSession;
  readonly #plan: ReadPlan;
  readonly #need: ForestNeed;
  readonly #own: ReadonlySet<string>;
  readonly #known = new Map<string, Issue>();
  readonly #keys = new Set<string>();
  readonly #levels = new Map<string, number>();
  readonly #failed = new Set<IssueId>();
  readonly #beyond = new Set<IssueId>();
  #calls = MAX_CALLS;

  constructor(session: LoadSession, plan: ReadPlan, ids: readonly string[], need: ForestNeed) {
    this.#session = session;
    this.#plan = plan;
    this.#need = need;
    this.#own = new Set(ids);
    this.add(ids);
  }

  add(ids: readonly string[]): readonly Issue[] {
    const issues = this.#plan.collector.issues(ids);
    for (const issue of issues) {
      this.#known.set(issue.id, issue);
      this.#keys.add(issue.key);
      this.#levels.set(issue.key, issue.type.level);
    }
    return issues;
  }

  found(): Beside {
    const { coverage } = this.#session;
    const count = this.#beyond.size;
    if (count > 0)
      coverage.reason(
        `Issues below ${count === 1 ? '1 issue' : `${count.toLocaleString('en')} issues`} were not loaded: it would take more than ${MAX_CALLS} calls. Choose fewer of them by the query.`,
      );
    const ids = [...this.#known.keys()].filter(id => !this.#own.has(id));
    return { ids: new Set(ids as IssueId[]), unread: new Set([...this.#failed, ...this.#beyond]) };
  }

  async readAbove(): Promise<void> {
    const { above } = this.#need;
    if (above === 'none') return;
    let level: readonly Issue[] = [...this.#known.values()];
    for (let height = 0; height < MAX_HEIGHT && level.length > 0; height++) {
      const missing = new Set<string>();
      for (const issue of level) {
        const { parent, type } = issue;
        if (above === 'epics' && (type.level > 0 || (parent?.level ?? 0) > 1)) continue;
        if (parent !== null) missing.add(parent.key);
        for (const earlier of this.#earlierParents(issue)) missing.add(earlier);
      }
      const unknown = [...missing].filter(key => !this.#keys.has(key));
      for (const key of unknown) this.#keys.add(key);
      level = await this.#readKeys(unknown);
    }
  }

  /** The keys of parents that an issue had. */
  #earlierParents({ id }: Issue): readonly string[] {
    if (!readsEarlierParents(this.#session.requirement)) return [];
    return this.#plan.collector.changesOf(id).flatMap(({ field, fromText }) => {
      const key = field === 'parent' ? fromText?.trim() : undefined;
      return key !== undefined && ISSUE_KEY.test(key) ? key : [];
    });
  }

  /** A parent that the reader may not see does not come, and is no loss. */
  async #readKeys(keys: readonly string[]): Promise<readonly Issue[]> {
    const { client, coverage, signal } = this.#session;
    const { collector, fields, expand } = this.#plan;
    const shape = { fields, expand, properties: [RECEIVED] };
    const fresh: string[] = [];
    const read = async (batch: readonly string[]) => {
      const { issues } = await fetchIssuesById(client, batch, shape, signal);
      fresh.push(...collector.add(await readWireIssues(issues)));
    };
    const all = batchesOf(keys, BULK_SIZE);
    const batches = this.#affordable(all);
    const unread = all.slice(batches.length).flat().length;
    if (unread > 0)
      coverage.reason(
        `${unread.toLocaleString('en')} parents of issues were not loaded: it would take more than ${MAX_CALLS} calls. Choose fewer issues by the query.`,
      );
    await Promise.all(
      batches.map(batch =>
        readPart(
          this.#session,
          () => read(batch),
          why => coverage.reason(`Parents of issues were not loaded: ${why}`),
        ),
      ),
    );
    if (fresh.length === 0) return [];
    coverage.fetched('issues', fresh.length, fresh.length);
    this.#countHistories();
    if (client.flavour === 'cloud') await readAllHistories(this.#session, this.#plan, fresh);
    return this.add(fresh);
  }

  /** A call for the histories of up to 1,000 issues. */
  #countHistories(): void {
    const { wantsHistories, expand } = this.#plan;
    if (wantsHistories && expand.length === 0) this.#calls--;
  }

  async readBelow(): Promise<void> {
    const { below, lowest } = this.#need;
    if (below === null) return;
    const isTop = isTopOf(below, [...this.#known.values()]);
    let level = [...this.#known.values()].filter(isTop);
    const asked = new Set<string>();
    for (let depth = 0; depth < MAX_HEIGHT && level.length > 0; depth++) {
      for (const { id } of level) asked.add(id);
      const clauses = batchesOf(level, CLAUSE_SIZE);
      const affordable = this.#affordable(clauses);
      for (const { id } of clauses.slice(affordable.length).flat()) this.#beyond.add(id);
      const children = new Set<string>();
      const lists = await Promise.all(affordable.map(parents => this.#childIds(parents)));
      for (const id of lists.flat()) children.add(id);
      await this.#readIds([...children], level);
      level = [...children].flatMap(id => {
        const issue = this.#known.get(id);
        return issue && this.#mayHaveChildren(issue, lowest) && !asked.has(id) ? issue : [];
      });
    }
  }

  /** Data Center names no levels above epics: what is below an issue of the same level is such a one. */
  #mayHaveChildren({ type, parent }: Issue, lowest: number): boolean {
    return type.level > lowest || (parent !== null && this.#levels.get(parent.key) === type.level);
  }

  /** The first page of each clause was counted. */
  async #childIds(parents: readonly Issue[]): Promise<readonly string[]> {
    const { client, coverage, signal } = this.#session;
    let ids: readonly string[] = [];
    let pages = 0;
    const mayRead = () => {
      const isAffordable = pages++ === 0 || this.#affordable([null]).length > 0;
      if (!isAffordable) for (const { id } of parents) this.#beyond.add(id);
      return isAffordable;
    };
    await readPart(
      this.#session,
      async () => {
        ids = await fetchIdsIn(client, this.#clauseOf(parents), signal, mayRead);
      },
      why => {
        for (const { id } of parents) this.#failed.add(id);
        coverage.reason(`Issues below others were not loaded: ${why}`);
      },
    );
    return ids;
  }

  /** Cloud has all parents in `parent`. */
  #clauseOf(parents: readonly Issue[]): string {
    const keys = parents.map(({ key }) => key).join(', ');
    const { special } = this.#plan.metadata;
    const isCloud = this.#session.client.flavour === 'cloud';
    const links = isCloud ? [] : [...special.epicLink, ...(special.parentLink ?? [])];
    return ['parent', ...links.map(id => id.replace(/^customfield_(\d+)$/, 'cf[$1]'))]
      .map(field => `${field} in (${keys})`)
      .join(' OR ');
  }

  /** Reads those that are not there yet, as far as calls last. */
  async #readIds(ids: readonly string[], parents: readonly Issue[]): Promise<void> {
    const missing = ids.filter(id => !this.#known.has(id));
    const batches = batchesOf(missing, BULK_SIZE);
    const affordable = this.#affordable(batches);
    if (affordable.length < batches.length) for (const { id } of parents) this.#beyond.add(id);
    const read = affordable.flat();
    if (read.length === 0) return;
    this.#session.progress.expect('issues', read.length);
    this.#countHistories();
    await readIssues(this.#session, this.#plan, read, new Map());
    this.add(read.filter(id => this.#plan.collector.has(id)));
  }

  #affordable<T>(batches: readonly T[]): readonly T[] {
    const taken = batches.slice(0, Math.max(0, this.#calls));
    this.#calls -= taken.length;
    return taken;
  }
}

function batchesOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}

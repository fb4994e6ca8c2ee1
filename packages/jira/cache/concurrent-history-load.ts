import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { CoverageCounter } from '../load/coverage.ts';
import { createProgressMeter } from '../load/progress.ts';
import { readAllHistories } from '../load/read-issues.ts';
import { type LoadSession, type ReadPlan, separateHistories } from '../load/session.ts';
import { nameChanges } from '../normalize/changes.ts';

/** Cloud: reads the histories that a joined request needs while the issues of a load without histories are read. */
export class ConcurrentHistoryLoad {
  readonly #session: LoadSession;
  readonly #plan: ReadPlan;
  #ids: readonly string[] | null = null;
  #joined: { readonly kinds: Requirement['history']; readonly fields: readonly string[] } | null =
    null;
  #reading: Promise<void> | null = null;
  #isDone = false;

  constructor(session: LoadSession, plan: ReadPlan) {
    // Failed histories must not make the load itself incomplete: the requester falls back to its own load.
    this.#session = {
      ...session,
      coverage: new CoverageCounter(),
      failures: [],
      progress: createProgressMeter(undefined),
    };
    this.#plan = plan;
  }

  /** False if a different set is already loading or the load has finished. */
  add(requirement: Requirement): boolean {
    const { collector, metadata } = this.#plan;
    const kinds = requirement.history;
    const fields = separateHistories(requirement, metadata, this.#session.client.flavour);
    if (fields === null) return false;
    if (this.#joined) {
      const joined = this.#joined;
      const hasKinds = kinds.every(kind => joined.kinds.includes(kind));
      return hasKinds && fields.every(field => joined.fields.includes(field));
    }
    if (this.#isDone) return false;
    this.#joined = { kinds, fields };
    collector.renameChanges(nameChanges(requirement, metadata.fields, metadata.special));
    this.#start();
    return true;
  }

  setIds(ids: readonly string[]): void {
    this.#ids = ids;
    this.#start();
  }

  #start(): void {
    if (this.#reading || !this.#ids || !this.#joined) return;
    this.#reading = readAllHistories(this.#session, this.#readPlan(), this.#ids);
    // `finish` awaits it: until then a failure is not unhandled.
    this.#reading.catch(() => {});
  }

  #readPlan(): ReadPlan {
    if (!this.#joined) return this.#plan;
    return { ...this.#plan, historyFields: this.#joined.fields, wantsHistories: true };
  }

  /** Waits for the histories, and returns the plan under which all was read. */
  async finish(): Promise<ReadPlan> {
    this.#isDone = true;
    await this.#reading;
    return this.#reading ? this.#readPlan() : this.#plan;
  }

  /** Counts the histories in the coverage of the load; empty when some of them are missing. */
  merge(coverage: CoverageCounter): { readonly joined?: Requirement['history'] } {
    const own = this.#session.coverage.result();
    if (!this.#joined || !this.#reading || !own.complete || this.#session.failures.length > 0)
      return {};
    const { fetched } = own.histories;
    coverage.fetched('histories', fetched, fetched);
    return { joined: this.#joined.kinds };
  }
}

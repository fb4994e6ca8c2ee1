import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Flavour } from '../flavour.ts';
import { CoverageCounter } from '../load/coverage.ts';
import { createProgressMeter } from '../load/progress.ts';
import { readAllHistories } from '../load/read-issues.ts';
import { type LoadSession, type ReadPlan, separateHistories } from '../load/session.ts';
import { nameChanges } from '../normalize/changes.ts';

/**
 * Reads histories beside a load that needs none itself, from when others have said that they want them and it is known of
 * which issues. What fails is nobody's loss: who wants them reads them then.
 */
export class HistoriesBeside {
  readonly #session: LoadSession;
  readonly #plan: ReadPlan;
  #ids: readonly string[] | null = null;
  #fields: readonly string[] | null = null;
  #reading: Promise<void> | null = null;
  #isDone = false;

  constructor(session: LoadSession, plan: ReadPlan) {
    // Nothing of it counts for the load that it goes beside.
    const own = {
      coverage: new CoverageCounter(),
      failures: [],
      progress: createProgressMeter(undefined),
    };
    this.#session = { ...session, ...own };
    this.#plan = plan;
  }

  /** The first to want some decides of which fields they are; false to the others, and once the load is done. */
  want(fields: readonly string[]): boolean {
    if (this.#fields || this.#isDone) return false;
    this.#fields = fields;
    this.#begin();
    return true;
  }

  listed(ids: readonly string[]): void {
    this.#ids = ids;
    this.#begin();
  }

  #begin(): void {
    if (this.#reading || !this.#ids || !this.#fields) return;
    this.#reading = readAllHistories(this.#session, this.#planned(), this.#ids);
    // Looked at when the load is done.
    this.#reading.catch(() => {});
  }

  #planned(): ReadPlan {
    if (!this.#fields) return this.#plan;
    return { ...this.#plan, historyFields: this.#fields, wantsHistories: true };
  }

  /** How many histories came; null when some of them did not. */
  wholeCount(): number | null {
    const { coverage, failures } = this.#session;
    const { complete, histories } = coverage.result();
    return this.#reading && complete && failures.length === 0 ? histories.fetched : null;
  }

  /** The plan that tells what was read, once all that was begun has come. */
  async done(): Promise<ReadPlan> {
    this.#isDone = true;
    await this.#reading;
    return this.#reading ? this.#planned() : this.#plan;
  }
}

/** Histories that are read beside a load and put into its issues, for others who want the same issues with them. */
export class JoinedHistory {
  readonly #plan: ReadPlan;
  readonly #beside: HistoriesBeside;
  #joined: { kinds: Requirement['history']; fields: readonly string[] } | null = null;

  constructor(plan: ReadPlan, beside: HistoriesBeside) {
    this.#plan = plan;
    this.#beside = beside;
  }

  /** False where they are not going to come: others than those asked for first, or asked for too late. */
  add(requirement: Requirement, flavour: Flavour): boolean {
    const { collector, metadata } = this.#plan;
    const kinds = requirement.history;
    const fields = separateHistories(requirement, metadata, flavour);
    if (fields === null) return false;
    if (this.#joined) {
      const joined = this.#joined;
      const isKind = kinds.every(kind => joined.kinds.includes(kind));
      return isKind && fields.every(field => joined.fields.includes(field));
    }
    if (!this.#beside.want(fields)) return false;
    this.#joined = { kinds, fields };
    collector.renameChanges(nameChanges(requirement, metadata.fields, metadata.special));
    return true;
  }

  /** What was joined, counted for the load; nothing when not all of it has come. */
  result({ coverage }: LoadSession): { readonly joined?: Requirement['history'] } {
    const count = this.#joined && this.#beside.wholeCount();
    if (!this.#joined || count === null) return {};
    coverage.fetched('histories', count, count);
    return { joined: this.#joined.kinds };
  }
}

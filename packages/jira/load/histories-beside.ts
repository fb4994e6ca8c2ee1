import { CoverageCounter } from './coverage.ts';
import { createProgressMeter } from './progress.ts';
import { readAllHistories } from './read-issues.ts';
import type { LoadSession, ReadPlan } from './session.ts';

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

  /** The first to want some decides of which fields they are. */
  want(fields: readonly string[]): void {
    this.#fields ??= fields;
    this.#begin();
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

  /** The plan that tells what was read, once all that was begun has come. */
  async done(): Promise<ReadPlan> {
    await this.#reading;
    return this.#reading ? this.#planned() : this.#plan;
  }
}

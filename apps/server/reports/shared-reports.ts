import { randomUUID } from 'node:crypto';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { ComputedReport, ReportJob } from './report-job.ts';

/** A report for all who may have it. */
export interface Shared extends ComputedReport {
  /** Unique. */
  readonly id: string;
  readonly key: string;
  /** Version of the data that it was computed from; null if they changed meanwhile, or were not read as a whole. */
  readonly version: string | null;
}

interface Question<Asked> {
  /** Equal for questions with the same answer on the same data at the same time. */
  readonly key: string;
  readonly reader: string;
  readonly job: Asked;
  readonly version: string;
  /** The time of figures of the present; null for an answer that does not depend on the time. */
  readonly present: Instant | null;
}

/** A job without its time. */
type Untimed = Omit<ReportJob, 'now'>;

interface Timed {
  readonly now: Instant;
}

/** A `ReportPool`. */
export interface ReportRunner<Asked = Untimed> {
  run(
    prepare: () => Promise<Asked & Timed>,
    settings: { readonly reader: string; readonly signal: AbortSignal },
  ): Promise<ComputedReport>;
}

interface SharedSettings<Asked> {
  readonly pool: ReportRunner<Asked>;
  readonly versionOf: () => Promise<string>;
  readonly now: () => Instant;
  readonly maxBytes?: number;
}

/** A run of the pool that several readers wait for. */
interface Run {
  readonly report: Promise<Shared>;
  readonly stop: AbortController;
  clients: number;
  /** Null while it waits for a process. */
  begun: { readonly version: string; readonly now: Instant } | null;
}

/** Figures of the present may be so old. */
const MAX_AGE_MS = 60_000;
/** From this age on they are computed ahead of those who would wait. */
const RENEWAL_AGE_MS = 45_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Computes equal questions once, and keeps the reports that were used last. */
export class SharedReports<Asked = Untimed> {
  readonly #settings: SharedSettings<Asked>;
  readonly #maxBytes: number;
  /** By id, the last used at the end. */
  readonly #kept = new Map<string, Shared>();
  /** Ids by the keys of questions. */
  readonly #latest = new Map<string, string>();
  readonly #runs = new Map<string, Run>();
  #bytes = 0;

  constructor(settings: SharedSettings<Asked>) {
    this.#settings = settings;
    this.#maxBytes = settings.maxBytes ?? MAX_BYTES;
  }

  /** A report that was computed for the same question before; null if it is not kept. */
  earlier(id: string, key: string): Shared | null {
    const report = this.#use(id);
    return report?.key === key ? report : null;
  }

  /** The report of a question on the data of its version, or on newer data. */
  async get(question: Question<Asked>, signal: AbortSignal): Promise<Shared> {
    const { key, version, present } = question;
    const isWithin = (maxMs: number, at: Instant, time: Instant | null) =>
      time === null || Math.abs(time - at) < maxMs;
    const isFresh = (at: Instant, time: Instant | null) => isWithin(MAX_AGE_MS, at, time);
    const last = this.#use(this.#latest.get(key));
    const run = this.#runs.get(key);
    if (last?.version === version && isFresh(timeOf(last), present)) {
      // A failure is that of those who wait for the next run.
      if (!run && !isWithin(RENEWAL_AGE_MS, timeOf(last), present))
        this.#start(question).report.catch(() => {});
      return last;
    }
    const time = present === null ? null : this.#settings.now();
    const isUsable =
      run && (!run.begun || (run.begun.version === version && isFresh(run.begun.now, time)));
    return this.#join(isUsable ? run : this.#start(question), key, signal);
  }

  #use(id: string | undefined): Shared | null {
    const report = id === undefined ? undefined : this.#kept.get(id);
    if (!report) return null;
    this.#kept.delete(report.id);
    this.#kept.set(report.id, report);
    return report;
  }

  #keep(report: Shared): void {
    const size = sizeOf(report);
    if (size > this.#maxBytes) return;
    for (const [id, oldest] of this.#kept) {
      if (this.#bytes + size <= this.#maxBytes) break;
      this.#kept.delete(id);
      if (this.#latest.get(oldest.key) === id) this.#latest.delete(oldest.key);
      this.#bytes -= sizeOf(oldest);
    }
    this.#kept.set(report.id, report);
    this.#bytes += size;
    if (report.version !== null) this.#latest.set(report.key, report.id);
  }

  #start({ key, reader, job }: Question<Asked>): Run {
    const stop = new AbortController();
    const prepare = async (): Promise<Asked & Timed> => {
      const version = await this.#settings.versionOf();
      const begun = { version, now: this.#settings.now() };
      run.begun = begun;
      return { ...job, now: begun.now };
    };
    const compute = async (): Promise<Shared> => {
      const computed = await this.#settings.pool.run(prepare, { reader, signal: stop.signal });
      const before = run.begun?.version ?? null;
      const isSame = computed.isWhole && (await this.#settings.versionOf()) === before;
      const report = { ...computed, id: randomUUID(), key, version: isSame ? before : null };
      this.#keep(report);
      return report;
    };
    const report = compute().finally(() => {
      if (this.#runs.get(key) === run) this.#runs.delete(key);
    });
    const run: Run = { report, stop, clients: 0, begun: null };
    this.#runs.set(key, run);
    return run;
  }

  /** Rejects when the signal aborts; the run stops when nobody waits for it. */
  async #join(run: Run, key: string, signal: AbortSignal): Promise<Shared> {
    run.clients++;
    const gone = Promise.withResolvers<never>();
    const leave = () => {
      if (--run.clients === 0) {
        if (this.#runs.get(key) === run) this.#runs.delete(key);
        run.stop.abort();
      }
      gone.reject(signal.reason);
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([run.report, gone.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}

/** Since when it may be outdated. */
const timeOf = ({ readAt, asOf }: ComputedReport): Instant => readAt ?? asOf;

/** What a result takes besides its bytes, about: many small ones are bounded too. */
const ENTRY_BYTES = 1024;

/** Reports share arrays between lists. */
function sizeOf({ json, keys, keyEnds, lists }: ComputedReport): number {
  const packed = new Set([...lists.values()].map(({ bytes }) => bytes));
  const arrays = [json, keys, keyEnds, ...packed];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, ENTRY_BYTES);
}

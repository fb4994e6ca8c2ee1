/** Subscriptions of a server that runs: their runs, and what is in the outbox. */
import { setTimeout as pause } from 'node:timers/promises';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { addDigests } from '@tallyboard/service-kit/delivery/daily-cap.ts';
import type { DeliverySettings } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { sendMessages } from '@tallyboard/service-kit/delivery/send-messages.ts';
import type { ComputedMessage } from '@tallyboard/service-kit/subscriptions/compute-message.ts';
import {
  doRuns,
  planRuns,
  type RunParts,
} from '@tallyboard/service-kit/subscriptions/run-subscriptions.ts';
import { alertRounds } from '../alerts/alert-rounds.ts';
import type { ReportPool } from '../reports/report-pool.ts';
import type { SiteAccess } from '../site/site-settings.ts';

export interface DeliveryParts {
  readonly store: Store;
  readonly pool: Pick<ReportPool, 'run'>;
  readonly settings: DeliverySettings;
  readonly webRoot: string;
  readonly visitorOf: (account: string) => Promise<Visitor | null>;
  /** Null for the issues of the store. Throws a JiraError before set-up. */
  readonly siteOf: () => SiteAccess | null;
  readonly isSite: boolean;
  /** The address of this server for recipients. */
  readonly base: () => string | null;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const ROUND_MS = 10_000;
const HOUR_MS = 3_600_000;
/** How long the history has runs and messages. */
const HISTORY_MS = 90 * 24 * HOUR_MS;

export type DeliveryRounds = ReturnType<typeof deliveryRounds>;

/** One round after another, in the background of calls: at most one report at a time is computed for messages. */
export function deliveryRounds(parts: DeliveryParts) {
  const { store, settings, now, onError } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = new AbortController();
  let isWoken = false;
  let running: Promise<void> | null = null;
  let cleanedMs = 0;

  const checkAlerts = alertRounds(parts, signal);

  async function round(): Promise<void> {
    await planRuns(parts);
    await doRuns(runParts(parts, signal));
    await checkAlerts().catch(onError);
    await addDigests(store.outbox, now());
    await sendMessages({
      outbox: store.outbox,
      settings,
      base: parts.base(),
      now,
      signal,
      onError,
    });
    if (Math.abs(now() - cleanedMs) < HOUR_MS) return;
    cleanedMs = now();
    await store.outbox.removeBefore(now() - HISTORY_MS, now());
    await store.subscriptions.removeRunsBefore(now() - HISTORY_MS);
    await store.alerts.removeEventsBefore(now() - HISTORY_MS);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false;
      await round().catch(onError);
      if (isWoken || signal.aborted) continue;
      wake = new AbortController();
      await pause(ROUND_MS, undefined, {
        ref: false,
        signal: AbortSignal.any([signal, wake.signal]),
      }).catch(() => {});
    }
  }

  return {
    start(): void {
      running ??= run();
    },
    /** A round begins now. */
    wake(): void {
      isWoken = true;
      wake.abort();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

function runParts(parts: DeliveryParts, signal: AbortSignal): RunParts {
  const { pool, webRoot, siteOf, base } = parts;
  return {
    ...parts,
    signal,
    base: base(),
    jira: base(),
    problemOf(error) {
      if (error instanceof JiraError && error.status < 500) return error.message;
      return error instanceof BusyError ? 'The server is busy with other reports.' : null;
    },
    async compute(delivery) {
      const job = { delivery, webRoot, site: siteOf(), now: delivery.now };
      const reader = 'subscriptions';
      const { json } = await pool.run(async () => job, { reader, signal });
      return JSON.parse(Buffer.from(json).toString()) as ComputedMessage;
    },
  };
}

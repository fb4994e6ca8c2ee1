/** Alerts of a server that runs: each is looked at once for each day that is over, with the rights of each reader. */

import type { ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Alert } from '@tallyboard/server-store/alerts.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import {
  type CheckParts,
  checkAlert,
  observedReaders,
  tellEvents,
} from '@tallyboard/service-kit/alerts/check-alert.ts';
import type { AlertJob, AlertReply } from '@tallyboard/service-kit/alerts/compute-alert.ts';
import { alertDefinition } from '@tallyboard/service-kit/alerts/definition.ts';
import { callerOf } from '@tallyboard/service-kit/delivery/reader-source.ts';
import { mailOf } from '@tallyboard/service-kit/subscriptions/run-subscriptions.ts';
import type { ReportPool } from '../reports/report-pool.ts';
import type { SiteAccess } from '../site/site-settings.ts';

export interface AlertParts {
  readonly store: Store;
  readonly pool: Pick<ReportPool, 'run'>;
  readonly visitorOf: (account: string) => Promise<Visitor | null>;
  /** Null for the issues of the store. Throws a JiraError before set-up. */
  readonly siteOf: () => SiteAccess | null;
  /** The address of this server for recipients. */
  readonly base: () => string | null;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** An alert that waits for data or a free process is looked at again after that. */
const PAUSE_MS = 10 * 60_000;

export type AlertCompute = ReturnType<typeof alertCompute>;

/** With the rights of an account; null: of everybody where nobody signs in. */
export function alertCompute({
  pool,
  siteOf,
  visitorOf,
}: Pick<AlertParts, 'pool' | 'siteOf' | 'visitorOf'>) {
  return async (
    job: Omit<AlertJob, 'reader'>,
    account: string | null,
    signal: AbortSignal,
  ): Promise<AlertReply> => {
    const visitor = account === null ? null : await visitorOf(account);
    if (account !== null && !visitor) return { problem: `The account '${account}' is gone.` };
    // Nothing is changed by an alert.
    const reader = visitor && { ...visitor, role: 'reader' as const };
    const alert = { ...job, saved: { name: job.saved.name, view: job.saved.view }, reader };
    const asked = { reader: 'alerts', signal };
    const { json } = await pool.run(async () => ({ alert, site: siteOf() }), asked);
    return JSON.parse(Buffer.from(json).toString());
  };
}

export function alertRounds(parts: AlertParts, signal: AbortSignal) {
  const { store, visitorOf, base, now, onError } = parts;
  const compute = alertCompute(parts);
  const pausedUntil = new Map<string, number>();
  const zones = new Map<string, ZoneId>();
  const checking: CheckParts = {
    store,
    async compute(job, reader) {
      const reply = await compute(job, reader, signal);
      if (reply.zone) zones.set(`${job.rule.figure} ${job.saved.name}`, reply.zone);
      return reply;
    },
    targetOf: async recipient =>
      recipient.kind === 'account' ? mailOf({ store, visitorOf }, recipient.account) : recipient,
    linkOf: ({ id }) => {
      const address = base();
      return address === null ? null : `${address}/reports?saved=${id}`;
    },
    now,
  };

  /** No day can be over since the last look. */
  async function isDone(alert: Alert, readers: readonly (string | null)[]): Promise<boolean> {
    const definition = alertDefinition(alert.document);
    const saved = await store.savedReports.get(alert.report);
    const zone = zones.get(`${definition.figure} ${saved?.name}`);
    if (zone === undefined) return false;
    const today = localDay(now(), zone);
    const states = await Promise.all(
      readers.map(reader => store.alerts.state(alert.id, reader ?? '')),
    );
    // A later day was observed before the clock was set back.
    return states.every(
      state => state?.day != null && state.day >= today - 1 && state.day <= today,
    );
  }

  /** Its owner is there, and may see the saved report. */
  async function isAllowed({ owner, report }: Alert): Promise<boolean> {
    if (owner === null) return true;
    const visitor = await visitorOf(owner);
    const saved = await store.savedReports.get(report);
    return (
      visitor !== null &&
      saved !== null &&
      mayView({ caller: await callerOf(store, visitor) }, saved)
    );
  }

  return async function round(): Promise<void> {
    const subscriptions = await store.subscriptions.all();
    for (const alert of await store.alerts.all()) {
      if (signal.aborted) return;
      const readers = observedReaders(alert, subscriptions);
      // A new reader is looked at at once.
      const key = JSON.stringify([alert.id, readers]);
      const rest = (pausedUntil.get(key) ?? 0) - now();
      if ((rest > 0 && rest <= PAUSE_MS) || (await isDone(alert, readers))) continue;
      pausedUntil.set(key, now() + PAUSE_MS);
      try {
        if (await isAllowed(alert)) await checkAlert(checking, alert);
      } catch (error) {
        // A busy server, or a question that Jira refuses now, is asked again.
        const isKnown =
          error instanceof BusyError || (error instanceof JiraError && error.status < 500);
        if (!isKnown) onError(error);
      }
    }
    await tellEvents(checking);
  };
}

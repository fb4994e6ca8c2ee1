/** Alerts on figures of saved reports, what they are in now for each reader, and what they told. */
import type { AlertEvent, AlertState } from '@tallyboard/core/alerts/alert-machine.ts';
import { find, remove } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import type { ServerDb, ServerTables } from './tables.ts';

export interface Alert {
  readonly id: string;
  /** The account that made it; null: whoever reads the data folder. */
  readonly owner: string | null;
  /** The saved report. */
  readonly report: string;
  /** Figure, condition, hold and recipients, as service-kit/alerts writes it. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly createdMs: number;
}

export interface StoredEvent extends AlertEvent {
  readonly alert: string;
  /** The account whose figures they are; '' for those of the data folder. */
  readonly reader: string;
}

/** Of one saved report. */
const MAX_ALERTS = 50;

export function alertStore(db: ServerDb) {
  const alertsWith = async (condition: Partial<ServerTables['alerts']>) =>
    (await find({ db }, 'alerts', condition, 'created', 'id')).map(alertOf);

  return {
    all: () => alertsWith({}),
    ofReport: (report: string) => alertsWith({ report }),
    get: async (id: string): Promise<Alert | null> => (await alertsWith({ id }))[0] ?? null,

    /** @throws StoreError 'conflict' where the saved report has as many as it may have, or is gone. */
    async add(alert: Alert): Promise<void> {
      const { id, owner, report, createdMs: created } = alert;
      const document = JSON.stringify(alert.document);
      await db.insertInto('alerts').values({ id, owner, report, document, created }).execute();
      const all = await find({ db }, 'alerts', { report });
      const exists = await find({ db }, 'saved_reports', { id: report });
      if (all.length <= MAX_ALERTS && exists.length > 0) return;
      // Checked after the write: of several that are added at once none is one too many.
      await remove({ db }, 'alerts', { id });
      throw new StoreError(
        'conflict',
        exists.length > 0
          ? `A saved report has at most ${MAX_ALERTS} alerts. Remove one first.`
          : 'The saved report was deleted.',
      );
    },

    /** With its history. Whether there was one. */
    async remove(id: string): Promise<boolean> {
      await remove({ db }, 'alert_events', { alert: id });
      await remove({ db }, 'alert_states', { alert: id });
      return (await remove({ db }, 'alerts', { id })) > 0;
    },

    /** For an account that is gone: nobody has its rights any more. */
    async removeOf(owner: string): Promise<void> {
      for (const { id } of await alertsWith({ owner })) await this.remove(id);
      await remove({ db }, 'alert_events', { reader: owner });
      await remove({ db }, 'alert_states', { reader: owner });
    },

    ...observing(db),
  };
}

function observing(db: ServerDb) {
  return {
    /** Null before the first observation. */
    async state(alert: string, reader: string): Promise<AlertState | null> {
      const [row] = await find({ db }, 'alert_states', { alert, reader });
      return row ? JSON.parse(row.state) : null;
    },

    /** For one process: state and events in one transaction. False where another observed the days first. */
    async advance(
      { alert, reader }: Pick<StoredEvent, 'alert' | 'reader'>,
      from: AlertState | null,
      to: AlertState,
      events: readonly AlertEvent[],
    ): Promise<boolean> {
      return db.transaction().execute(async trx => {
        const day = to.day ?? 0;
        const state = JSON.stringify(to);
        const done =
          from === null
            ? await trx
                .insertInto('alert_states')
                .values({ alert, reader, day, state })
                .onConflict(each => each.doNothing())
                .executeTakeFirst()
            : await trx
                .updateTable('alert_states')
                .set({ day, state })
                .where('alert', '=', alert)
                .where('reader', '=', reader)
                .where('day', '=', from.day ?? 0)
                .executeTakeFirst();
        const changed =
          'numUpdatedRows' in done ? done.numUpdatedRows : done.numInsertedOrUpdatedRows;
        if (Number(changed ?? 0) === 0) return false;
        for (const { kind, at, day, value, text } of events)
          await trx
            .insertInto('alert_events')
            .values({ alert, reader, kind, at, day, value: writeValue(value), text, told: 0 })
            // A day that is observed again after the clock was set back tells nothing twice.
            .onConflict(each => each.doNothing())
            .execute();
        return true;
      });
    },

    /** Latest first. */
    async events(alert: string, limit: number): Promise<readonly StoredEvent[]> {
      const rows = await db
        .selectFrom('alert_events')
        .selectAll()
        .where('alert', '=', alert)
        .orderBy('at', 'desc')
        .orderBy('kind')
        .limit(limit)
        .execute();
      return rows.map(eventOf);
    },

    /** Events whose messages are not in the outbox yet, oldest first. */
    async untold(): Promise<readonly StoredEvent[]> {
      return (await find({ db }, 'alert_events', { told: 0 }, 'at', 'alert', 'kind')).map(eventOf);
    },

    async markTold({ alert, reader, day, kind }: StoredEvent): Promise<void> {
      await db
        .updateTable('alert_events')
        .set({ told: 1 })
        .where('alert', '=', alert)
        .where('reader', '=', reader)
        .where('day', '=', day)
        .where('kind', '=', kind)
        .execute();
    },

    async removeEventsBefore(atMs: number): Promise<void> {
      await remove({ db }, 'alert_events', sql`at < ${atMs} and told = 1`);
    },
  };
}

const writeValue = (value: number | null): string | null => (value === null ? null : String(value));

const alertOf = (row: ServerTables['alerts']): Alert => ({
  id: row.id,
  owner: row.owner,
  report: row.report,
  document: JSON.parse(row.document),
  createdMs: Number(row.created),
});

const eventOf = (row: ServerTables['alert_events']): StoredEvent => ({
  alert: row.alert,
  reader: row.reader,
  kind: row.kind as AlertEvent['kind'],
  at: Number(row.at),
  day: Number(row.day),
  value: row.value === null ? null : Number(row.value),
  text: row.text,
});

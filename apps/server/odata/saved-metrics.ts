/** The numbers of saved reports as gauges of Prometheus. */

import { type Answer, figureKey } from '@tallyboard/engine/ask/answer-schema.ts';
import type { Api } from '@tallyboard/replica/rest/api.ts';
import { READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError, jiraErrorOf } from '@tallyboard/replica/rest/errors.ts';
import { Gauge, Registry } from 'prom-client';
import { answerOf, type Figures, reasonOfNone } from '../reports/figures.ts';
import { findSaved, type OwnStores, savedQuery } from '../reports/saved-question.ts';

const FIGURE_METRICS_PATH = '/metrics/saved';

/** A scrape waits no longer: figures that take their time are there at the next one. */
const WAIT_MS = 5_000;
/** Rows of one report: each is a time series for years. */
const MAX_ROWS = 200;

export function figureMetrics(api: Api, figures: Figures, store: OwnStores): void {
  api.root.get(FIGURE_METRICS_PATH, { ...READ_FIGURES, kind: 'scrape' }, async call => {
    const names = [call.query.report ?? []].flat().map(String);
    if (names.length === 0)
      throw new JiraError(400, 'Name saved reports: /metrics/saved?report=NAME&report=NAME.');
    const registry = new Registry();
    const value = new Gauge({
      name: 'tallyboard_figure',
      help: 'A number of a saved report',
      labelNames: ['saved', 'row', 'column'],
      registers: [registry],
    });
    // Beside the numbers: a label more on them would end their series.
    const info =
      call.query.keys === 'true'
        ? new Gauge({
            name: 'tallyboard_figure_info',
            help: '1: the key of a number of a saved report',
            labelNames: ['saved', 'row', 'column', 'key'],
            registers: [registry],
          })
        : null;
    const complete = new Gauge({
      name: 'tallyboard_figures_complete',
      help: '0: some data are missing, numbers may be too small; absent: not computed yet',
      labelNames: ['saved'],
      registers: [registry],
    });
    const failed = new Gauge({
      name: 'tallyboard_figures_error',
      help: '1: the saved report has no figures, for this reason',
      labelNames: ['saved', 'reason'],
      registers: [registry],
    });
    const remarks: string[] = [];
    const owners = new Set<string>();
    const measure = async (name: string) => {
      const saved = await findSaved(store, call, name);
      const query = { ...(await savedQuery(call, store, saved)), issueRows: true };
      // Goes on when the scrape has its answer: the next one finds it.
      const computed = figures.get(call, query, new AbortController().signal);
      const found = await Promise.race([computed, after(WAIT_MS)]);
      if (!found) {
        computed.catch(() => {});
        return;
      }
      const answer = answerOf(found);
      const { table, complete: isComplete, eyes } = answer;
      if (eyes !== undefined) owners.add(eyes);
      const none = reasonOfNone(answer);
      if (none !== null) remarks.push(`# ${saved.name.replace(/\s+/g, ' ')}: ${none}\n`);
      complete.set({ saved: saved.name }, isComplete ? 1 : 0);
      const rowNames = namesOf(table);
      for (const [number, row] of table.rows.slice(0, MAX_ROWS).entries())
        for (const [at, { name: column, type }] of table.fields.entries()) {
          const cell = row[at];
          if (type !== 'number' || typeof cell !== 'number') continue;
          const labels = { saved: saved.name, row: rowNames[number] ?? '', column };
          value.set(labels, cell);
          info?.set({ ...labels, key: figureKey(table.keys[number] ?? '', column) }, 1);
        }
    };
    await Promise.all(
      names.map(async name => {
        try {
          await measure(name);
        } catch (error) {
          // One report that fails must not end the series of the others.
          const { status, message } = jiraErrorOf(error);
          if (status === 500) call.reply.log.error({ err: error }, 'figures failed');
          failed.set({ saved: name, reason: message.replace(/\s+/g, ' ') }, 1);
        }
      }),
    );
    for (const name of owners) remarks.push(`# As ${name.replace(/\s+/g, ' ')} sees it in Jira.\n`);
    const text = await registry.metrics();
    return call.reply.type(registry.contentType).send([text, ...remarks].join(''));
  });
}

/** The texts of each row, 'Sprint 3 · Ana Roy'. A name that was there before gets its number: no row may hide another. */
function namesOf({ rows, fields }: Answer['table']): readonly string[] {
  const times = new Map<string, number>();
  return rows.map(row => {
    const texts = row.filter((cell, at) => fields[at]?.type === 'text' && cell !== null);
    const name = texts.join(' · ');
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name} (${time})`;
  });
}

const after = (ms: number): Promise<null> =>
  new Promise(done => {
    setTimeout(() => done(null), ms).unref();
  });

/** Alerts on figures of saved reports. Our own server alone looks at them. */
import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { readByPost, readOne } from '@tallyboard/jira/read.ts';
import * as v from 'valibot';

const alert = v.object({
  id: v.string(),
  /** Of its saved report; null where that was deleted. */
  name: v.nullable(v.string()),
  figure: v.string(),
  conditionText: v.string(),
  to: v.array(v.string()),
  owner: v.nullable(v.string()),
  state: v.picklist(['new', 'quiet', 'firing', 'muted']),
  why: v.nullable(v.string()),
  events: v.array(
    v.object({
      kind: v.picklist(['crossed', 'back', 'muted', 'unmuted']),
      day: v.string(),
      value: v.nullable(v.number()),
      text: v.nullable(v.string()),
    }),
  ),
});
export type SavedAlert = v.InferOutput<typeof alert>;

/** Of the reply to a report, see docs/report-api.md. */
const answer = v.object({
  report: v.string(),
  jql: v.string(),
  timeZone: v.string(),
  settings: v.record(v.string(), v.unknown()),
  headline: v.optional(
    v.object({
      figures: v.array(v.object({ key: v.string(), label: v.string(), text: v.string() })),
    }),
  ),
  limits: v.optional(v.array(v.object({ series: v.string(), label: v.string() }))),
  table: v.object({
    columns: v.array(v.string()),
    fields: v.array(v.object({ name: v.string(), label: v.optional(v.string()) })),
    hasTotal: v.boolean(),
  }),
  figures: v.array(
    v.object({
      key: v.string(),
      value: v.nullable(v.number()),
      unit: v.optional(v.string(), ''),
    }),
  ),
});
type Answer = v.InferOutput<typeof answer>;

export interface AlertFigure {
  readonly key: string;
  readonly name: string;
  /** Its value now, with its unit; null without one. */
  readonly text: string | null;
  /** Of the limit: hours, days, points or %; '' for counts. */
  readonly unit: string;
}

export interface AlertFigures {
  readonly figures: readonly AlertFigure[];
  /** Those by period, for process limits. */
  readonly series: readonly AlertFigure[];
}

/** One condition. `hold`: days more on which it must hold. */
export interface NewAlert {
  readonly figure: string;
  readonly above?: number;
  readonly below?: number;
  /** Of above and below: it is over only at this value. */
  readonly back?: number;
  /** Percent. */
  readonly serviceLevel?: number;
  readonly limits?: true;
  /** 'YYYY-MM-DD', for a figure that is a date. */
  readonly after?: string;
  readonly overPercentile?: true;
  readonly hold: number;
  readonly to: readonly string[];
}

export interface SavedAlerts {
  /** On all saved reports that are there. */
  all(signal?: AbortSignal): Promise<readonly SavedAlert[]>;
  /** Those that the reader made or gets. */
  list(report: string, signal?: AbortSignal): Promise<readonly SavedAlert[]>;
  /** Figures that an alert can be on. */
  figures(report: string, signal?: AbortSignal): Promise<AlertFigures>;
  /** When it would have fired in the last year, in words. */
  backTest(report: string, alert: NewAlert): Promise<string>;
  add(report: string, alert: NewAlert): Promise<void>;
  remove(id: string): Promise<void>;
}

export const isPercentFigure = ({ unit, text }: AlertFigure): boolean =>
  unit === '%' || text?.endsWith('%') === true;
/** Levels of a forecast are dates, as days from now. */
export const isDateFigure = ({ key }: AlertFigure): boolean => /^days\d+$/.test(key);
/** The issues of Work in progress that are older than their percentile. */
export const isPercentileFigure = ({ key }: AlertFigure): boolean => key === 'slow';

const BASE = '/rest/tallyboard/1';
const of = (report: string) => BASE + path`/saved-reports/${report}/alerts`;

export function serverAlerts(client: JiraClient): SavedAlerts {
  const list = v.object({ alerts: v.array(alert) });
  return {
    async all(signal) {
      const { alerts } = await readOne(client, list, `${BASE}/alerts`, { signal });
      return alerts.filter(({ name }) => name !== null);
    },
    list: async (report, signal) => (await readOne(client, list, of(report), { signal })).alerts,
    async figures(report, signal) {
      const saved = await readOne(client, answer, BASE + path`/saved/${report}`, { signal });
      return { figures: figuresOf(saved), series: await seriesOf(client, saved, signal) };
    },
    async backTest(report, made) {
      const request = { path: `${of(report)}/back-test`, body: made };
      return (await readByPost(client, v.object({ text: v.string() }), request)).text;
    },
    async add(report, made) {
      await client.send({ method: 'POST', path: of(report), body: made });
    },
    async remove(id) {
      await client.send({ method: 'DELETE', path: BASE + path`/alerts/${id}` });
    },
  };
}

/** A share from 0 to 1 is compared with a limit in percent. */
const inPercent = (figure: Answer['figures'][number]) => {
  const { unit, value } = figure;
  return unit === 'share' ? { ...figure, unit: '%', value: value && 100 * value } : figure;
};

/** Those of the headline, then the other totals. */
function figuresOf({ headline, table, figures }: Answer): readonly AlertFigure[] {
  const numbers = new Map(figures.map(each => [each.key, inPercent(each)]));
  const said = (headline?.figures ?? []).map(({ key, label, text }) => ({
    key,
    name: label,
    text,
    unit: numbers.get(key)?.unit ?? '',
  }));
  const known = new Set(said.map(({ key }) => key));
  const names = new Set(said.map(({ name }) => name));
  const totals = table.fields.flatMap(({ name: key, label }, at): AlertFigure[] => {
    const found = table.hasTotal && !known.has(key) ? numbers.get(key) : undefined;
    if (!found) return [];
    const { value, unit } = found;
    const text =
      value === null ? null : `${NUMBER.format(value)}${unit === '%' ? '' : ' '}${unit}`.trim();
    const name = label ?? table.columns[at] ?? key;
    // 'Finished' per week in the headline, and 'Finished, total' of the table.
    return [{ key, name: names.has(name) ? `${name}, total` : name, text, unit }];
  });
  return [...said.filter(({ key }) => numbers.has(key)), ...totals];
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A report has process limits where its settings can ask for them. */
async function seriesOf(
  client: JiraClient,
  saved: Answer,
  signal: AbortSignal | undefined,
): Promise<readonly AlertFigure[]> {
  const { report, jql, timeZone, settings } = saved;
  if (!('limits' in settings)) return [];
  const body = { jql, timeZone, settings: { ...settings, limits: true } };
  const address = BASE + path`/report/${report}`;
  const { limits = [] } =
    saved.limits === undefined
      ? await readByPost(client, answer, { path: address, body }, signal)
      : saved;
  return limits.map(({ series, label }) => ({ key: series, name: label, text: null, unit: '' }));
}

/** Process limits as parts of a report: in its sentence, its files, and for programs. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Headline } from '../headline.ts';
import type { ReportTable, TableColumn } from '../table/report-table.ts';
import { inProgram, type Unit, unitName } from '../table/units.ts';
import { freshSignal, signalText, whyNoLimits } from './limit-text.ts';
import { hasLimits } from './limits-setting.ts';
import { limitsOf, type PeriodSeries, type SeriesLimits } from './period-series.ts';

interface WithSeries<Settings, Result> {
  headline?(result: Result, settings: Settings, context: ReportContext): Headline | null;
  series?(result: Result, settings: Settings, context: ReportContext): readonly PeriodSeries[];
  table(result: Result, settings: Settings, context: ReportContext): ReportTable;
}

/** Adds the limits to headline and files of a report with figures by period, where its settings ask for them. */
export function withLimits<Settings, Result, Given extends WithSeries<Settings, Result>>(
  report: Given,
): Given {
  const { series, headline, table } = report;
  if (!series) return report;
  const shown = (result: Result, settings: Settings, context: ReportContext) =>
    hasLimits(settings) ? series(result, settings, context).map(limitsOf) : [];
  return {
    ...report,
    ...(headline && {
      headline: (result: Result, settings: Settings, context: ReportContext) =>
        withSignals(headline(result, settings, context), shown(result, settings, context)),
    }),
    table: (result: Result, settings: Settings, context: ReportContext) =>
      withColumns(table(result, settings, context), shown(result, settings, context)),
  };
}

/** The signals of the last period are the news of a report. */
function withSignals(headline: Headline | null, all: readonly SeriesLimits[]): Headline | null {
  const said = all.flatMap(each => {
    const fresh = freshSignal(each);
    const { doubt } = each.series;
    return fresh === null ? [] : doubt ? [fresh, doubt] : [fresh];
  });
  if (headline === null || said.length === 0) return headline;
  const { sentence } = headline;
  const texts = [...new Set(sentence === undefined ? said : [sentence, ...said])];
  return { ...headline, sentence: texts.join(' ') };
}

/** Files have the limits and signals of each series beside its values, where its periods are the rows. */
function withColumns<Row>(table: ReportTable<Row>, all: readonly SeriesLimits[]): ReportTable<Row> {
  const rows = new Set(table.rows.map(row => table.rowId(row)));
  const columns = all
    .filter(({ behaviour, series }) => behaviour && series.points.some(({ row }) => rows.has(row)))
    .flatMap(limits => columnsOf(limits, table));
  return columns.length === 0 ? table : { ...table, columns: [...table.columns, ...columns] };
}

const PLAIN: Unit = { suffix: '', scale: 1, text: String };

function columnsOf<Row>(
  limits: SeriesLimits,
  { rowId }: ReportTable<Row>,
): readonly TableColumn<Row>[] {
  const { series, behaviour } = limits;
  const { id, label, unit = PLAIN, points } = series;
  const places = new Map(points.map(({ row }, at) => [row, at]));
  const head = (name: string) => ({
    id: `${id}${name.replaceAll(/ (.)/g, (_, first: string) => first.toUpperCase())}`,
    header: `${label}${name}`,
    only: 'file' as const,
  });
  const level = (name: string, value: number | undefined): TableColumn<Row> => ({
    ...head(name),
    unit,
    file: { header: `${label}${name}${unit.suffix}` },
    value: row => (places.has(rowId(row)) ? value : undefined),
  });
  return [
    level(' mean', behaviour?.mean),
    level(' lower limit', behaviour?.lower),
    level(' upper limit', behaviour?.upper),
    {
      ...head(' signal'),
      file: {
        header: `${label} signal`,
        value: row => {
          const at = places.get(rowId(row));
          return at === undefined ? null : rulesAt(limits, at).join(', ') || null;
        },
      },
    },
  ];
}

const rulesAt = ({ behaviour }: SeriesLimits, at: number) =>
  behaviour?.signals.filter(signal => signal.at === at).map(({ rule }) => rule) ?? [];

interface LimitsJson {
  readonly series: string;
  readonly label: string;
  readonly period: string;
  readonly periods: number;
  readonly unit?: string;
  readonly mean?: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly rangeLimit?: number;
  readonly why?: string;
  signals: { readonly key: string; readonly rule: string; readonly text: string }[];
  readonly doubt?: string;
}

/** The limits of a series for programs, in the units of its column. */
export function limitsJson(limits: SeriesLimits): LimitsJson {
  const { series, periods, behaviour } = limits;
  const { id, label, period, unit = PLAIN, points, doubt } = series;
  const of = (value: number) => inProgram(value, unit);
  const name = unitName(unit);
  return {
    series: id,
    label,
    period,
    periods,
    ...(name !== undefined && { unit: name }),
    ...(behaviour
      ? {
          mean: of(behaviour.mean),
          lower: of(behaviour.lower),
          upper: of(behaviour.upper),
          rangeLimit: of(behaviour.rangeLimit),
        }
      : { why: whyNoLimits(limits) ?? '' }),
    signals: (behaviour?.signals ?? []).map(signal => ({
      key: points[signal.at]?.key ?? '',
      rule: signal.rule,
      text: `${signalText(limits, signal)}.`,
    })),
    ...(doubt && { doubt }),
  };
}

/** The limits that the settings of a report ask for; null for a report without figures by period, or without limits. */
export function reportLimits<Settings, Result>(
  { series }: Pick<WithSeries<Settings, Result>, 'series'>,
  result: Result,
  settings: Settings,
  context: ReportContext,
): readonly SeriesLimits[] | null {
  if (!series || !hasLimits(settings)) return null;
  return series(result, settings, context).map(limitsOf);
}

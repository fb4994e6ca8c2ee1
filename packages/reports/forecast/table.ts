import { LEVELS, type Level } from '@tallyboard/core/forecast/levels.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import {
  figureColumn,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { ISSUES, PERCENT, SIGNED_PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { ENDLESS, isEndless, levelWords } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import type { ForecastSettings } from './settings.ts';
import type { Team, Teams } from './teams.ts';

export interface ForecastRow {
  readonly level: Level;
  readonly forecast: number;
  readonly plain: number;
  /** Null where the line that is shown has it. */
  readonly corrected: number | null;
  readonly date: string | null;
  readonly held: number | null;
  readonly plainHeld: number | null;
}

const WHOLE: Unit = { suffix: '', scale: 1, decimals: 0, text: formatCount };
const DAYS: Unit = {
  ...WHOLE,
  suffix: ' (days)',
  text: days => (days !== null && isEndless(days) ? ENDLESS : formatCount(days)),
};

export function forecastTable(
  result: ForecastResult,
  _: ForecastSettings,
  { dateFormat }: Pick<ReportContext, 'dateFormat'>,
): ReportTable<ForecastRow> {
  const { howMany, when, dates, plain, corrected, line, part, trackRecord: record } = result;
  const others = line === 'plain' ? corrected : null;
  const forecast = howMany ?? when;
  const isWhen = result.question === 'when';
  const unit = isWhen ? DAYS : WHOLE;
  const columns: TableColumn<ForecastRow>[] = [
    {
      id: 'chance',
      header: 'Chance',
      value: ({ level }) => (part && isWhen ? levelWords(result, level) : `${level}%`),
      unit: SIGNED_PERCENT,
      file: { header: 'Chance (%)', type: 'number', value: ({ level }) => level },
    },
    {
      id: 'forecast',
      header: isWhen ? 'Within days' : 'Issues or more',
      unit,
      value: row => row.forecast,
    },
    ...(isWhen
      ? [
          {
            id: 'date',
            header: 'Done by',
            value: ({ date }: ForecastRow) =>
              date === null ? '-' : formatDay(parseDay(date) ?? 0, dateFormat),
            file: { value: ({ date }: ForecastRow) => date },
          },
        ]
      : []),
    {
      id: 'plain',
      header: part ? 'At its pace' : 'Uncorrected',
      unit,
      value: row => row.plain,
      help: part ? 'Without what earlier parts taught.' : 'Monte Carlo result before calibration.',
    },
    ...(others
      ? [
          {
            id: 'corrected',
            header: 'Corrected',
            unit,
            value: (row: ForecastRow) => row.corrected,
            help: 'With what past forecasts taught. In the past it lost more than the trials alone, which are shown.',
          },
        ]
      : []),
    {
      id: 'held',
      header: part ? 'Kept by earlier ones' : 'Right in the past',
      unit: PERCENT,
      value: row => row.held,
      bar: { percent: value => value, tone: 'resolved' },
      help: part
        ? 'The share of the earlier parts that were over by such a date.'
        : 'The share of the past forecasts that were right.',
    },
    ...(part
      ? []
      : [
          {
            id: 'plainHeld',
            header: 'Uncorrected, right in the past',
            unit: PERCENT,
            value: (row: ForecastRow) => row.plainHeld,
            help: 'Hit rate before calibration.',
            folds: true,
          },
        ]),
  ];
  const rows = LEVELS.flatMap((level): ForecastRow[] =>
    forecast && plain
      ? [
          {
            level,
            forecast: forecast[level],
            plain: plain[level],
            corrected: others?.[level] ?? null,
            date: isEndless(forecast[level]) ? null : (dates?.[level] ?? null),
            held: record.held?.[level] ?? null,
            plainHeld: record.plain.held?.[level] ?? null,
          },
        ]
      : [],
  );
  return {
    columns,
    rows,
    rowId: ({ level }) => String(level),
    rowKey: ({ level }) => keyOfRow('chance', String(level)),
    nameOf: ({ level }) => `${level}%`,
  };
}

export function teamsTable({ label, list, total }: Teams, isWhen: boolean): ReportTable<Team> {
  return {
    columns: [
      { id: 'team', header: label, value: row => row.label },
      figureColumn('remaining', 'Open', ISSUES, 'Not finished yet.'),
      ...([50, 85, 95] as const).map((level): TableColumn<Team> => {
        return {
          id: `days${level}`,
          header: isWhen ? `${level}% within days` : `${level}%, or more`,
          unit: isWhen ? DAYS : ISSUES,
          value: row => (isWhen ? row.when : row.howMany)?.[level] ?? null,
          help: isWhen
            ? `The team finishes its open issues within these days with a chance of ${level}%.`
            : `The team finishes so many issues or more with a chance of ${level}%.`,
        };
      }),
    ],
    rows: list,
    rowId: ({ id }) => id,
    rowKey: ({ id }) => keyOfRow('team', id),
    nameOf: row => row.label,
    ...(total && { total: { label: total.label, row: total } }),
  };
}

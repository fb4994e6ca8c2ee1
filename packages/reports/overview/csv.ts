import type { BehindCell, CsvTable } from '@tallyboard/report-kit/contract.ts';
import {
  CATEGORY_LABELS,
  rounded,
} from '@tallyboard/report-kit/families/status/breakdown-columns.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { OverviewResult, ProgressLine } from './compute.ts';
import { ATTENTION_LISTS } from './lists.ts';

const LINE_NAMES: Readonly<Record<ProgressLine['id'], string>> = {
  resolved: 'Resolved',
  'with-resolution': 'With a resolution',
  points: 'Story points resolved',
  time: 'Time spent (hours) of actual time',
};

/** The figures of the overview, one a row. Its breakdown tables are files of their own. */
export function overviewToCsv(result: OverviewResult): CsvTable {
  const amount = (line: ProgressLine, value: number | null) =>
    value === null ? null : rounded(line.unit === 'seconds' ? value / 3600 : value);
  const lines = [...result.lines, result.withResolution].map(line => [
    LINE_NAMES[line.id],
    amount(line, line.part.value),
    amount(line, line.whole.value),
    rounded(line.percent),
  ]);
  const bars = result.statusBars.flatMap(bar =>
    bar.segments.map(({ id, figure }) => [
      bar.id === 'points' ? `${CATEGORY_LABELS[id]} (story points)` : CATEGORY_LABELS[id],
      figure.value,
      null,
      null,
    ]),
  );
  const lists = result.lists.map(({ id, figure }) => [
    ATTENTION_LISTS.find(list => list.id === id)?.title ?? id,
    figure.value,
    null,
    null,
  ]);
  const behind = behindRows(result);
  return {
    columns: ['Figure', 'Value', 'Of', 'Percent'],
    rows: [...lines, ...bars, ...lists],
    behind: (row, column) => {
      const { part, whole } = behind[row] ?? {};
      if (!part) return null;
      if (column === 3) return whole ? { ...part, number: { percentOf: whole.figure } } : null;
      return (column === 2 ? whole : part) ?? null;
    },
  };
}

/** Row by row what opens its value, or its percent, and what it is of. */
function behindRows({ lines, withResolution, statusBars, lists }: OverviewResult) {
  const none: { readonly part: BehindCell; readonly whole?: BehindCell }[] = [];
  return none.concat(
    [...lines, withResolution].map(({ unit, part: figure, whole }) => {
      const part = partOf(unit);
      const number = { unit: unit === 'seconds' ? 3600 : 1 };
      return {
        part: { figure, reason: 'What counts in this figure.', part, number },
        whole: { figure: whole, reason: 'All issues of the query.', part, number },
      };
    }),
    statusBars.flatMap(bar =>
      bar.segments.map(({ id, figure }) => ({
        part: {
          figure,
          part: partOf(bar.id),
          number: { unit: 1 },
          reason: `Status category is ${CATEGORY_LABELS[id]}.`,
        },
      })),
    ),
    lists.map(({ id, figure }) => {
      const reason = ATTENTION_LISTS.find(list => list.id === id)?.reason ?? '';
      return { part: { figure, reason, number: { unit: 1 } } };
    }),
  );
}

import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { GroupName } from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import { FigureButton, PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount, formatFixed } from '@tallyboard/ui/text/numbers.ts';
import type { IssuesByFigures, IssuesByResult, IssuesByRow } from './compute.ts';

export function countDrill(field: string, name: string, figure: Figure): Drill {
  return { title: `${field} · ${name}`, reason: 'The issue has this value now.', figure };
}

/** The columns of the table; every count opens its issues. */
export function issuesByColumns(
  { label, kind, total }: IssuesByResult,
  onDrill: (drill: Drill) => void,
): readonly Column<IssuesByRow>[] {
  const count = (name: string, { count: figure }: IssuesByFigures) => (
    <FigureButton
      label={`Issues · ${name}`}
      onOpen={() => onDrill(countDrill(label, name, figure))}
    >
      {formatCount(figure.value)}
    </FigureButton>
  );
  const resolved = (name: string, { resolved: figure }: IssuesByFigures) =>
    figure.issues.length === 0 ? (
      '-'
    ) : (
      <FigureButton
        label={`Resolved · ${name}`}
        onOpen={() =>
          onDrill({
            ...{ title: `Resolved · ${name}`, figure },
            reason: 'Resolved by the done rule.',
          })
        }
      >
        {formatCount(figure.value)}
      </FigureButton>
    );
  const percentCell = (value: number) => (
    <PercentBar percent={value} tone="resolved">
      {value === 0 ? '-' : formatFixed(value, 2)}
    </PercentBar>
  );
  return [
    {
      id: 'value',
      header: label,
      // Numbers and dates sort by what they are, names by their text.
      value: row => row.order ?? (row.id === '' ? null : row.label),
      cell: row => <GroupName row={row} person={kind === 'people'} />,
    },
    {
      ...{ id: 'count', header: 'Issues', numeric: true, width: 96 },
      value: row => row.count.value,
      cell: row => count(row.label, row),
      total: count('Total', total),
    },
    {
      ...{ id: 'share', header: 'Percentage', unit: '%', numeric: true, width: 128 },
      value: row => row.share,
      cell: row => formatFixed(row.share, 2),
    },
    {
      ...{ id: 'resolved', header: 'Resolved', numeric: true, width: 112 },
      value: row => row.resolved.value,
      cell: row => resolved(row.label, row),
      total: resolved('Total', total),
    },
    {
      ...{ id: 'percentResolved', header: 'Percent Resolved', unit: '%', numeric: true },
      width: 160,
      value: row => row.percentResolved,
      cell: row => percentCell(row.percentResolved),
      total: percentCell(total.percentResolved),
    },
  ];
}

import { NO_COLUMN } from '@tallyboard/core/flow/workflow.ts';
import { percentileOfSorted } from '@tallyboard/core/measure/statistics.ts';
import type { WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { PERCENTILES } from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import { flowDays, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { chosenIssues } from '@tallyboard/report-kit/figures/chosen-issues.ts';
import { AgingPlot, type AgingPoint } from '@tallyboard/ui/charts/aging-plot.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { WipAgeResult } from './compute.ts';
import type { WipAgeSettings } from './settings.ts';
import { type AgingIssue, agingIssues, blockedText } from './table.ts';

type Props = Pick<WallPictureProps<WipAgeSettings, WipAgeResult>, 'result' | 'onDrill'> & {
  readonly compact?: boolean;
  readonly height?: number;
};

/** Points of a plot. */
const MAX_POINTS = 10_000;
/** The upper edge in 95th percentiles of the pace, between which a fifth of the issues at most is beyond it. */
const EDGE = { least: 2, most: 4 };
const MAX_BEYOND = 20;

const KINDS = [
  { id: 'free', label: 'Not blocked', color: 'resolved' },
  { id: 'flagged', label: 'Blocked: flagged', color: 'created' },
  { id: 'linked', label: 'Blocked by an issue', color: 2 },
] as const;

const kindOf = ({ flagged, blockedBy }: AgingIssue) => {
  if (flagged) return 'flagged';
  return blockedBy.length > 0 ? 'linked' : 'free';
};

const BAND_LABELS = PERCENTILES.map(share => `${share}%`);
const format = (days: number) => formatNumber(days, 1);

function edgeOf(
  issues: readonly AgingIssue[],
  columns: readonly { readonly bands: readonly number[] }[],
  unit: WipAgeResult['unit'],
): number {
  const pace = Math.max(0, ...columns.flatMap(({ bands }) => bands));
  if (pace === 0) return Number.POSITIVE_INFINITY;
  const ages = Float64Array.from(issues, ({ age }) => flowDays(age.value ?? 0, unit)).sort();
  const old = percentileOfSorted(ages, 100 - MAX_BEYOND) ?? 0;
  return Math.ceil(Math.min(Math.max(old, EDGE.least * pace), EDGE.most * pace));
}

/** Issues in progress by column and age, over bands of the pace of finished issues. */
export function AgingChart({ result, compact, height, onDrill }: Props) {
  const { pace, workflow, unit } = result;
  const issues = useMemo(
    () => agingIssues(result).filter(({ age }) => age.value !== null),
    [result],
  );
  const columns = useMemo(() => {
    const paces = new Map(pace.slice(0, -1).map(each => [each.column, each]));
    const members = Map.groupBy(issues, ({ column }) => column);
    const shown = workflow.columns.filter(name => paces.has(name) || members.has(name));
    return [...shown, ...(members.has(null) ? [null] : [])].map(name => ({
      name,
      label: name ?? NO_COLUMN,
      count: members.get(name)?.length ?? 0,
      bands: PERCENTILES.flatMap(share => {
        const value = name === null ? null : paces.get(name)?.[`percentile${share}`].value;
        return value === null || value === undefined ? [] : [flowDays(value, unit)];
      }),
    }));
  }, [pace, issues, workflow, unit]);
  const max = useMemo(() => edgeOf(issues, columns, unit), [issues, columns, unit]);
  const points = useMemo(() => {
    const place = new Map(columns.map(({ name }, at) => [name, at]));
    const { text } = flowUnit(unit);
    return issues.slice(0, MAX_POINTS).map((issue): AgingPoint => {
      return {
        column: place.get(issue.column) ?? 0,
        age: flowDays(issue.age.value ?? 0, unit),
        label: issue.key,
        kind: kindOf(issue),
        lines() {
          const blocked = blockedText(issue);
          return [
            { label: 'Age', value: `${text(issue.age.value)} d` },
            { label: `In ${issue.column ?? NO_COLUMN}`, value: `${text(issue.inColumn.value)} d` },
            { label: 'Assignee', value: issue.assignee ?? 'Unassigned' },
            ...(blocked ? [{ label: 'Blocked', value: blocked }] : []),
          ];
        },
      };
    });
  }, [issues, columns, unit]);
  const kinds = useMemo(
    () => KINDS.filter(({ id }) => id === 'free' || points.some(({ kind }) => kind === id)),
    [points],
  );
  if (issues.length === 0)
    return <p className="tb-quiet">The ages are not known: no history was received.</p>;
  const beyond = points.filter(({ age }) => age > max).length;
  const { part } = flowUnit(unit);
  return (
    <div>
      <AgingPlot
        title="Age by column"
        hideTitle
        summary={`${formatCount(issues.length)} issues in progress.`}
        height={height ?? (compact ? 240 : 360)}
        columns={columns}
        points={points}
        kinds={kinds}
        bandLabels={BAND_LABELS}
        mainBand={BAND_LABELS.indexOf('85%')}
        max={max}
        format={format}
        yTitle="Age (days)"
        onSelect={indices => {
          const rows = issues.map(({ row }) => row);
          const ages = issues.map(({ age }) => age.value ?? 0);
          const { name, figure } = chosenIssues(indices, rows, ages, at => issues[at]?.key ?? '');
          onDrill({ title: `Age · ${name}`, reason: 'Started and not finished.', figure, part });
        }}
      />
      {(beyond > 0 || points.length < issues.length) && (
        <p className="tb-quiet">
          {beyond > 0 && `▲ ${formatCount(beyond)} older than ${format(max)} days. `}
          {points.length < issues.length &&
            `The oldest ${formatCount(points.length)} of ${formatCount(issues.length)} issues are drawn.`}
        </p>
      )}
    </div>
  );
}

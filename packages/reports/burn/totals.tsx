import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { isSprintType } from './settings.ts';
import type { BurnTotals } from './states.ts';
import type { ChartProps } from './view-props.ts';

interface Line {
  readonly id: keyof BurnTotals;
  readonly label: string;
  readonly reason: string;
  readonly format?: (value: number) => string;
  /** Stands before a figure that may be too small. Removed issues are shown below 0. */
  readonly bound?: '≥' | '≤';
}

const LINES: readonly Line[] = [
  { id: 'committed', label: 'Committed', reason: 'In scope at the sprint start.', bound: '≥' },
  {
    id: 'added',
    label: 'Added',
    reason: 'Added, created in the sprint, or reopened after the start.',
    format: formatSigned,
    bound: '≥',
  },
  {
    id: 'reEstimated',
    label: 'Re-estimated',
    reason: 'Estimate changed while in scope.',
    format: formatSigned,
  },
  {
    id: 'removed',
    label: 'Removed',
    reason: 'Removed from scope after the start.',
    format: value => formatSigned(-value),
    bound: '≤',
  },
  { id: 'scope', label: 'Scope', reason: 'In scope at the end or now.', bound: '≥' },
  { id: 'completed', label: 'Completed', reason: 'In scope and done.', bound: '≥' },
  { id: 'remaining', label: 'Remaining', reason: 'In scope and not done.', bound: '≥' },
];

/** The scope at the start, its changes, and its state at the end or now. */
export function Totals({ chart, result, settings, onDrill }: ChartProps) {
  const lines = LINES.filter(({ id }) => {
    if (id === 'reEstimated') return result.unit === 'points';
    return id !== 'removed' || isSprintType(settings.type);
  });
  return (
    <dl className="tb-burn__totals">
      {lines.map(({ id, label, reason, format = plain, bound }) => {
        const figure = chart.totals[id];
        const isBound = result.atLeast !== null && bound !== undefined;
        const part = partOf(result.unit);
        return (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <FigureButton
                label={`${label}, ${result.unit}${isBound ? ', at least' : ''}`}
                onOpen={() => onDrill({ title: `${label} · ${chart.name}`, reason, figure, part })}
              >
                {`${isBound ? `${bound} ` : ''}${format(figure.value ?? 0)}`}
              </FigureButton>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const plain = (value: number) => formatNumber(value, 2);

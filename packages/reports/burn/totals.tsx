import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { signed } from './chart/chart-lines.ts';
import { isSprintType } from './settings.ts';
import type { BurnTotals } from './states.ts';
import type { ChartProps } from './view-props.ts';

const plain = (value: number) => formatNumber(value, 2);

interface Line {
  readonly id: keyof BurnTotals;
  readonly label: string;
  readonly reason: string;
  readonly format: (value: number) => string;
}

const LINES: readonly Line[] = [
  { id: 'committed', label: 'Committed', reason: 'In scope at the sprint start.', format: plain },
  {
    id: 'added',
    label: 'Added',
    reason: 'Added, created in the sprint, or reopened after the start.',
    format: signed,
  },
  {
    id: 'reEstimated',
    label: 'Re-estimated',
    reason: 'Estimate changed while in scope.',
    format: signed,
  },
  {
    id: 'removed',
    label: 'Removed',
    reason: 'Removed from scope after the start.',
    format: value => signed(-value),
  },
  { id: 'scope', label: 'Scope', reason: 'In scope at the end or now.', format: plain },
  { id: 'completed', label: 'Completed', reason: 'In scope and done.', format: plain },
  { id: 'remaining', label: 'Remaining', reason: 'In scope and not done.', format: plain },
];

/** Before figures that may be too small; what was removed is shown below 0. */
const AT_LEAST: Readonly<Partial<Record<keyof BurnTotals, string>>> = {
  committed: '≥ ',
  added: '≥ ',
  removed: '≤ ',
  scope: '≥ ',
  completed: '≥ ',
  remaining: '≥ ',
};

/** What the scope began with, what it went through, and where it stands. */
export function Totals({ chart, result, settings, onDrill }: ChartProps) {
  const lines = LINES.filter(({ id }) => {
    if (id === 'reEstimated') return result.unit === 'points';
    return id !== 'removed' || isSprintType(settings.type);
  });
  return (
    <dl className="tb-burn__totals">
      {lines.map(({ id, label, reason, format }) => {
        const figure = chart.totals[id];
        return (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <FigureButton
                label={`${label}, ${result.unit}${result.atLeast !== null && AT_LEAST[id] ? ', at least' : ''}`}
                onOpen={() =>
                  onDrill({
                    title: `${label} · ${chart.name}`,
                    reason,
                    figure,
                    part: partOf(result.unit),
                  })
                }
              >
                {`${result.atLeast === null ? '' : (AT_LEAST[id] ?? '')}${format(figure.value ?? 0)}`}
              </FigureButton>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

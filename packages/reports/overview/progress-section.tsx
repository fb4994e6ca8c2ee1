import type { Figure } from '@tallyboard/core/model/result.ts';
import { CATEGORY_LABELS, type StatusCategory } from '@tallyboard/core/model/status.ts';
import { formatDuration } from '@tallyboard/core/time/format.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { CategoryBar } from '@tallyboard/ui/figure/category-bar.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ProgressLine, StatusBar } from './compute.ts';
import type { OverviewProps } from './view-props.ts';

interface Words {
  readonly title: string;
  readonly part: string;
  readonly whole: string;
  readonly reason: string;
}

const WORDS: Readonly<Record<ProgressLine['id'], Words>> = {
  resolved: {
    title: 'Resolved',
    part: 'Resolved issues',
    whole: 'All issues',
    reason: 'Resolved by the done rule.',
  },
  'with-resolution': {
    title: 'With a resolution',
    part: 'Issues with a resolution',
    whole: 'All issues',
    reason: 'Resolution or resolution date is set.',
  },
  points: {
    title: 'Story points resolved',
    part: 'Resolved story points',
    whole: 'All story points',
    reason: 'Resolved by the done rule.',
  },
  time: {
    title: 'Time spent',
    part: 'Time spent',
    whole: 'Actual time',
    reason: 'The time logged on each issue.',
  },
};
const WHOLE_REASONS = {
  issues: 'All issues of the query.',
  points: 'All issues of the query with their story points.',
  seconds: 'Time spent and remaining estimate of each issue.',
};

export function ProgressSection(props: OverviewProps) {
  const { result, settings } = props;
  const barOf = (line: ProgressLine) =>
    settings.showStatusBars
      ? result.statusBars.find(bar => bar.id === (line.id === 'resolved' ? 'issues' : line.id))
      : undefined;
  return (
    <section aria-label="Progress" className="tb-overview__progress">
      {linesInOrder(result).map(line => (
        <Line key={line.id} {...props} line={line} bar={barOf(line)} />
      ))}
    </section>
  );
}

/** Resolved by the done rule, with a resolution, then points and time. */
function linesInOrder({ lines, withResolution }: OverviewProps['result']): ProgressLine[] {
  const [resolved, ...others] = lines;
  return [...(resolved ? [resolved] : []), withResolution, ...others];
}

type LineProps = OverviewProps & {
  readonly line: ProgressLine;
  readonly bar: StatusBar | undefined;
};

function Line({ line, bar, onDrill, context, compact }: LineProps) {
  const words = WORDS[line.id];
  const text = (value: number | null) =>
    line.unit === 'seconds'
      ? formatDuration(Math.round((value ?? 0) / 60) * 60, {
          ...context,
          style: 'hours',
          zero: '0h',
        })
      : formatNumber(value ?? 0, 2);
  const figure = (title: string, reason: string, shown: Figure, large = false) => (
    <FigureButton
      size={large ? 'large' : 'normal'}
      label={title}
      onOpen={() => onDrill({ title, reason, figure: shown, part: partOf(line.unit) })}
    >
      {text(shown.value)}
    </FigureButton>
  );
  return (
    <div className="tb-progress-line">
      <h3 className="tb-progress-line__title">{words.title}</h3>
      <p className="tb-progress-line__figures">
        {figure(words.part, words.reason, line.part, !compact)}
        <span className="tb-quiet">of</span>
        {figure(words.whole, WHOLE_REASONS[line.unit], line.whole)}
        <span className="tb-progress-line__percent">{formatPercent(line.percent)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={words.title}
        aria-valuenow={Math.round(line.percent)}
        className="tb-track"
      >
        <span style={{ width: `${Math.min(100, line.percent)}%` }} />
      </div>
      {bar && <Stack bar={bar} onDrill={onDrill} title={words.title} />}
    </div>
  );
}

function Stack({
  bar,
  title,
  onDrill,
}: Pick<OverviewProps, 'onDrill'> & { readonly bar: StatusBar; readonly title: string }) {
  const counts = Object.fromEntries(
    bar.segments.map(({ id, figure }) => [id, figure.value ?? 0]),
  ) as Record<StatusCategory, number>;
  const open = (category: StatusCategory) => {
    const segment = bar.segments.find(({ id }) => id === category);
    if (!segment) return;
    onDrill({
      title: CATEGORY_LABELS[category],
      reason: `Status category is ${CATEGORY_LABELS[category]}.`,
      figure: segment.figure,
      part: partOf(bar.id),
    });
  };
  return (
    <CategoryBar
      counts={counts}
      label={`Status categories, ${title}`}
      format={value => formatNumber(value, 2)}
      showLegend
      onOpen={open}
    />
  );
}

import './overview.css';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { IssueRow, RowFact } from '@tallyboard/core/model/rows.ts';
import { CATEGORY_LABELS, CATEGORY_ORDER } from '@tallyboard/core/model/status.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { recordFor } from '@tallyboard/core/unknown.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { IssueHistory, useIssueRows } from '@tallyboard/report-kit/figures/issue-rows.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { whenLoaded } from '@tallyboard/ui/controls/when-loaded.tsx';
import { CategoryBar } from '@tallyboard/ui/figure/category-bar.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import { IssueTypeIcon } from '@tallyboard/ui/issue/issue-type-icon.tsx';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';
import { formatDuration } from '@tallyboard/ui/text/durations.ts';
import { formatCount, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ReactNode } from 'react';
import type { ProgressLine, StatusBar } from './compute.ts';
import { ATTENTION_LISTS } from './lists.ts';
import { overviewSettings } from './settings.ts';
import { type OverviewProps, TREND_REASONS } from './table.ts';
import { TREND_DAYS, type Trend } from './trend.ts';

const Switch = settingSwitches(overviewSettings);

const Promotion = whenLoaded(() => import('./promotion.tsx'));
// A third of the view's code, unused by gadgets.
const Breakdowns = whenLoaded(() => import('./breakdown-section.tsx'));

export default function OverviewView(props: OverviewProps) {
  const { result, compact, lite, trial = false } = props;
  return (
    <ReportView className="tb-overview" compact={compact}>
      <ReportTools className="tb-overview__switches">
        <Switch {...props} name="showStatusBars" />
      </ReportTools>
      <ProgressSection {...props} />
      {!props.dataset.isPart && <AttentionSection {...props} />}
      {lite && <Promotion trial={trial} />}
      {(!lite || trial) && result.breakdowns.length > 0 && <Breakdowns {...props} />}
    </ReportView>
  );
}

const WORDS = {
  resolved: {
    title: 'Resolved',
    part: 'Resolved issues',
    whole: 'All issues',
    reason: 'Resolved by the done rule.',
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
    whole: 'Spent + remaining',
    reason: 'The time logged on each issue.',
  },
} as const;
const WHOLE_REASONS = {
  issues: 'All issues of the query.',
  points: 'All issues of the query with their story points.',
  seconds: 'Time spent and remaining estimate of each issue.',
};

function ProgressSection(props: OverviewProps) {
  const { result, settings } = props;
  const barOf = (line: ProgressLine) =>
    settings.showStatusBars
      ? result.statusBars.find(bar => bar.id === (line.id === 'resolved' ? 'issues' : line.id))
      : undefined;
  return (
    <section aria-label="Progress" className="tb-overview__progress">
      {result.lines.map(line => (
        <Line key={line.id} {...props} line={line} bar={barOf(line)} />
      ))}
    </section>
  );
}

function Line({
  result,
  line,
  bar,
  onDrill,
  context,
  compact,
  dataset,
}: OverviewProps & { readonly line: ProgressLine; readonly bar: StatusBar | undefined }) {
  const words = WORDS[line.id];
  const text = (value: number | null) =>
    line.unit === 'seconds' ? hoursText(value ?? 0, context) : formatNumber(value ?? 0, 2);
  const figure = (title: string, reason: string, shown: Figure, large = false) => (
    <FigureButton
      size={large ? 'large' : 'normal'}
      label={title}
      onOpen={() => onDrill({ title, reason, figure: shown, part: partOf(line.unit) })}
    >
      {text(shown.value)}
    </FigureButton>
  );
  const trendFigure = (
    id: keyof typeof TREND_REASONS,
    shown: Figure,
    title: string = words.title,
  ) =>
    figure(
      `${title}, ${id === 'current' ? 'last' : 'previous'} ${TREND_DAYS} days`,
      TREND_REASONS[id],
      shown,
    );
  return (
    <div className="tb-progress-line">
      <h3 className="tb-progress-line__title">{words.title}</h3>
      <p className="tb-progress-line__figures">
        {figure(words.part, words.reason, line.part, !compact)}
        <span className="tb-quiet">of</span>
        {figure(words.whole, WHOLE_REASONS[line.unit], line.whole)}
        {!dataset.isPart && (
          <span className="tb-progress-line__percent">{formatPercent(line.percent)}</span>
        )}
      </p>
      {bar ? (
        <Stack bar={bar} onDrill={onDrill} title={words.title} />
      ) : (
        // The percent is read above.
        <div className="tb-track" aria-hidden="true">
          <span style={{ width: `${dataset.isPart ? 0 : Math.min(100, line.percent)}%` }} />
        </div>
      )}
      <div className="tb-trends">
        {line.trend && (
          <TrendText name={`Last ${TREND_DAYS} days`} trend={line.trend} figure={trendFigure} />
        )}
        {line.id === 'resolved' && (
          <>
            <TrendText
              name="Created"
              trend={result.created}
              figure={(id, shown) => trendFigure(id, shown, 'Created')}
            />
            <p className="tb-trend">
              {figure(
                'Issues with a resolution',
                'Resolution or resolution date is set.',
                result.withResolution.part,
              )}{' '}
              have a resolution
              {!dataset.isPart && ` (${formatPercent(result.withResolution.percent)})`}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/** '7h 30m'; whole hours from 100 on. */
const hoursText = (seconds: number, context: OverviewProps['context']) =>
  seconds < 360_000
    ? formatDuration(Math.round(seconds / 60) * 60, { ...context, style: 'hours', zero: '0h' })
    : `${formatCount(seconds / 3600)}h`;

/** 'Last 30 days 41 up 17% from 35'. Absent if nothing happened in both periods. */
function TrendText(props: {
  readonly name: string;
  readonly trend: Trend;
  readonly figure: (id: 'current' | 'previous', shown: Figure) => ReactNode;
}) {
  const {
    name,
    trend: { current, previous, change },
    figure,
  } = props;
  if (!current.value && !previous?.value) return null;
  return (
    <p className="tb-trend">
      {name} {figure('current', current)}
      {previous && changeText(change)}
      {previous && change !== null && figure('previous', previous)}
    </p>
  );
}

/** Percents above are multiples: '23x the earlier 4'. */
const MAX_PERCENT = 200;

function changeText(change: number | null): string {
  if (change === null) return ' none before';
  if (change === 0) return ' same as ';
  const times = 1 + change / 100;
  if (change > MAX_PERCENT) return ` ${formatNumber(times, times < 10 ? 1 : 0)}x the earlier `;
  return ` ${change > 0 ? 'up' : 'down'} ${formatPercent(Math.abs(change))} from `;
}

function Stack({
  bar,
  title,
  onDrill,
}: Pick<OverviewProps, 'onDrill'> & { readonly bar: StatusBar; readonly title: string }) {
  const figures = new Map(bar.segments.map(({ id, figure }) => [id, figure]));
  const counts = recordFor(CATEGORY_ORDER, id => figures.get(id)?.value ?? 0);
  return (
    <CategoryBar
      counts={counts}
      label={`Status categories, ${title}`}
      format={value => formatNumber(value, 2)}
      showLegend
      onOpen={category => {
        const figure = figures.get(category);
        if (figure)
          onDrill({
            title: CATEGORY_LABELS[category],
            reason: `Status category is ${CATEGORY_LABELS[category]}.`,
            figure,
            part: partOf(bar.id),
          });
      }}
    />
  );
}

/** The lists that have issues, each with its most urgent. */
function AttentionSection({ result, dataset, context, onDrill }: OverviewProps) {
  const lists = ATTENTION_LISTS.flatMap(list => {
    const found = result.lists.find(each => each.id === list.id);
    return found && found.figure.issues.length > 0 ? [{ ...list, ...found }] : [];
  });
  const rows = useIssueRows(
    dataset,
    Uint32Array.from(new Set(lists.flatMap(({ urgent }) => [...urgent]))),
  );
  const byRow = new Map(rows.map(row => [row.row, row]));
  return (
    <section aria-labelledby="tb-overview-attention">
      <h3 id="tb-overview-attention" className="tb-toolbar tb-overview__head">
        Unresolved issues that need attention
      </h3>
      {lists.length === 0 ? (
        <p className="tb-quiet">No overdue, due, high-priority, flagged or blocked issues.</p>
      ) : (
        <div className="tb-attention" aria-busy={rows.length === 0}>
          {lists.map(({ id, title, reason, shows, figure, urgent }) => {
            const open = () => onDrill({ title, reason, figure, shows });
            const hidden = figure.issues.length - urgent.length;
            return (
              <section key={id} aria-label={title}>
                <h4 data-tb-tooltip={reason}>
                  {title}
                  <FigureButton label={title} onOpen={open} bad={id === 'overdue'}>
                    {formatCount(figure.value)}
                  </FigureButton>
                </h4>
                <ul>
                  {Array.from(urgent, row => (
                    <UrgentIssue
                      key={row}
                      issue={byRow.get(row)}
                      shows={shows}
                      dataset={dataset}
                      context={context}
                    />
                  ))}
                </ul>
                {hidden > 0 && (
                  <Button appearance="link" onClick={open}>
                    +{formatCount(hidden)} more <span className="tb-hidden">{title}</span>
                  </Button>
                )}
              </section>
            );
          })}
        </div>
      )}
    </section>
  );
}

function UrgentIssue(
  props: Pick<OverviewProps, 'dataset' | 'context'> & {
    /** Undefined while it is read. */
    readonly issue: IssueRow | undefined;
    readonly shows: RowFact | undefined;
  },
) {
  const { issue, shows, dataset, context } = props;
  if (!issue) return <li aria-hidden="true" />;
  return (
    <li>
      <IssueTypeIcon name={issue.typeName} url={issue.typeIconUrl} />
      <KeyLink issueKey={issue.key} url={dataset.issueUrl(issue.key)} />
      <span className="tb-ellipsis tb-attention__summary" dir="auto" title={issue.summary}>
        {issue.summary}
      </span>
      <IssueHistory row={issue} dataset={dataset} context={context} />
      {issue.assignee && (
        <span data-tb-tooltip={issue.assignee}>
          <Avatar name={issue.assignee} url={issue.assigneeAvatarUrl ?? null} />
        </span>
      )}
      <span className="tb-attention__fact">{factText(issue, shows, context)}</span>
    </li>
  );
}

/** 'due 12 d ago', 'Highest', '44 d old' */
function factText(
  { due, priority, created }: IssueRow,
  shows: RowFact | undefined,
  { asOf, zone }: OverviewProps['context'],
): string | null {
  if (shows === 'priority') return priority;
  const today = localDay(asOf, zone);
  if (shows !== 'due') return `${formatCount(today - localDay(created, zone))} d old`;
  if (due === null) return null;
  if (due === today) return 'due today';
  const days = `${formatCount(Math.abs(due - today))} d`;
  return due < today ? `${days} late` : `in ${days}`;
}

import './timeline-plot.css';
import { memo, useMemo } from 'react';
import {
  cutText,
  MIN_WIDTH_FOR_NAMES,
  placeScale,
  sparseTicks,
  TOP,
  textWidth,
} from '../cartesian.tsx';
import {
  ChartFrame,
  type ChartProps,
  type LegendItem,
  type Reading,
  useChart,
} from '../chart-frame.tsx';
import type { TimeTick } from '../line-chart.tsx';
import { MARK_PATH } from '../series.ts';

export type TimelineTone = 'good' | 'warning' | 'bad';

/** Instants are epoch milliseconds; null is unknown. */
export interface TimelineRow {
  readonly id: string;
  readonly label: string;
  /** The start of what has begun. */
  readonly from: number | null;
  readonly target: number | null;
  /** The date that is as likely as not, and the likely one. */
  readonly middle: number | null;
  readonly likely: number | null;
  /** From 0 to 1. */
  readonly progress: number | null;
  readonly state: { readonly text: string; readonly tone: TimelineTone } | null;
  /** In place of dates. */
  readonly note: string | null;
}

interface TimelinePlotProps extends ChartProps {
  readonly rows: readonly TimelineRow[];
  readonly today: number;
  readonly todayLabel: string;
  /** Dates outside are drawn at the edge, with an arrow. */
  readonly span: readonly [from: number, to: number];
  readonly ticks: (width: number) => readonly TimeTick[];
  /** Names for wallboards. */
  readonly large?: boolean;
  /** Of saved pictures. */
  readonly legend?: readonly LegendItem[];
  readonly columns: readonly string[];
  readonly row: (index: number) => readonly string[];
  readonly reading: (index: number) => Reading;
  readonly onSelect: (index: number) => void;
}

/** The height of a timeline of so many rows, px. */
const timelineHeight = (count: number, width: number, large = false): number =>
  TOP + count * rowHeight(width, large) + 4;

/** Rows that fit a height, one at least. */
export const timelineRows = (height: number, width: number, large = false): number =>
  Math.max(1, Math.floor((height - TOP - 4) / rowHeight(width, large)));

const isNarrow = (width: number) => width < MIN_WIDTH_FOR_NAMES;

function rowHeight(width: number, large: boolean): number {
  if (isNarrow(width)) return large ? 40 : 44;
  return large ? 34 : 30;
}

const BAR = 12;
const OVERRUN = 4;
/** A glyph and the space after it. */
const GLYPH = 16;
const GAP = 16;

/** A bar for each row from its start to its target, with its likely dates; by pointer or arrow keys each is read. */
export function TimelinePlot(props: TimelinePlotProps) {
  const { rows, today, todayLabel, span, ticks, large = false, onSelect } = props;
  const chart = useChart();
  const { width, active } = chart;
  const height = timelineHeight(rows.length, width, large);
  const layout = useMemo(
    () => layoutOf({ rows, today, todayLabel, span, ticks, large }, width),
    [rows, today, todayLabel, span, ticks, width, large],
  );
  const { step, left, right, places, labels } = layout;
  const x = layout.scale;
  const now = x(today);
  return (
    <ChartFrame
      {...props}
      {...chart}
      height={height}
      places={places}
      pointAt={(_, y) => {
        const at = Math.floor((y - TOP) / step);
        return at >= 0 && at < rows.length ? at : null;
      }}
      onSelect={onSelect}
    >
      {active !== null && (
        <rect
          className="tb-timeline__active tb-no-print"
          y={TOP + active * step}
          width={width}
          height={step}
        />
      )}
      {labels.map(({ at, label }) => (
        <text key={at} x={at} y={12} textAnchor="middle">
          {label}
        </text>
      ))}
      {layout.lines.map(at => (
        <line key={at} className="tb-chart__grid" x1={at} x2={at} y1={TOP} y2={height} />
      ))}
      {now >= left && now <= right && (
        <>
          <line className="tb-timeline__today" x1={now} x2={now} y1={TOP - 6} y2={height} />
          <text className="tb-timeline__now" x={layout.nowAt} y={12} textAnchor="middle">
            {props.todayLabel}
          </text>
        </>
      )}
      <Rows rows={rows} layout={layout} today={today} large={large} />
    </ChartFrame>
  );
}

type Layout = ReturnType<typeof layoutOf>;

function layoutOf(
  {
    rows,
    today,
    todayLabel,
    span,
    ticks,
    large = false,
  }: Pick<TimelinePlotProps, 'rows' | 'today' | 'todayLabel' | 'span' | 'ticks' | 'large'>,
  width: number,
) {
  const narrow = isNarrow(width);
  const size = large ? 4 / 3 : 1;
  // One more, since a sum of parts of px may be just below the width of a text.
  const longest = (texts: readonly (string | undefined)[], most: number) => {
    const width = Math.max(0, ...texts.map(text => size * textWidth(text ?? '')));
    return width === 0 ? 0 : Math.min(most, width + 1);
  };
  const names = longest(
    rows.map(({ label }) => label),
    width * 0.34,
  );
  const states = longest(
    rows.map(({ state }) => state?.text),
    width * 0.2,
  );
  const stateRoom = states > 0 ? states + GLYPH : 0;
  const left = narrow ? 6 : names + GAP;
  const right = width - (narrow || stateRoom === 0 ? 10 : stateRoom + GAP);
  const scale = placeScale(span[0], span[1], [left, right]);
  const step = rowHeight(width, large);
  const all = ticks(right - left).map(({ at, label }) => ({ at: scale(at), label }));
  const half = textWidth(todayLabel) / 2;
  const nowAt = Math.max(half, Math.min(width - half, scale(today)));
  const isFree = ({ at, label }: TimeTick) =>
    Math.abs(at - nowAt) > half + textWidth(label) / 2 + 6;
  return {
    narrow,
    left,
    right,
    scale,
    step,
    names: narrow ? width - stateRoom - GAP : names,
    lines: all.map(({ at }) => at),
    labels: sparseTicks(all, width).filter(isFree),
    nowAt,
    places: rows.map((_, at) => ({ x: (left + right) / 2, y: TOP + (at + 0.5) * step })),
  };
}

/** Not drawn again while a row is read. */
const Rows = memo(
  (props: {
    readonly rows: readonly TimelineRow[];
    readonly layout: Layout;
    readonly today: number;
    readonly large: boolean;
  }) => {
    const { rows, layout, today, large } = props;
    const { step, narrow, names, left } = layout;
    return rows.map((row, at) => {
      const top = TOP + at * step;
      const textAt = narrow ? top + (large ? 11 : 14) : top + step / 2;
      const barAt = narrow ? top + (large ? 29 : 31) : top + step / 2;
      return (
        <g key={row.id} className={large ? 'tb-timeline__row--large' : undefined}>
          <text className="tb-timeline__name" x={0} y={textAt} dy="0.35em">
            <title>{row.label}</title>
            {cutText(row.label, large ? names * 0.75 : names)}
          </text>
          <Bar row={row} y={barAt} layout={layout} today={today} />
          {row.note && (
            <text className="tb-timeline__note" x={left + 4} y={barAt} dy="0.35em">
              {cutText(row.note, layout.right - left)}
            </text>
          )}
          {row.state && <State state={row.state} y={textAt} layout={layout} />}
        </g>
      );
    });
  },
);

/** Shapes of one size around 0,0, told apart without their colours. */
export const TONE_PATHS: Readonly<Record<TimelineTone, string>> = {
  good: 'M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z',
  warning: 'M0,-5.5L6,5H-6z',
  bad: 'M-5,-5H5V5H-5z',
};

function State(props: {
  readonly state: NonNullable<TimelineRow['state']>;
  readonly y: number;
  readonly layout: Layout;
}) {
  const { state, y, layout } = props;
  const x = layout.narrow ? layout.names + GAP : layout.right + GAP;
  return (
    <>
      <path
        className={`tb-timeline__tone--${state.tone}`}
        transform={`translate(${x + 5},${y})`}
        d={TONE_PATHS[state.tone]}
      />
      <text className="tb-timeline__state" x={x + GLYPH} y={y} dy="0.35em">
        {state.text}
      </text>
    </>
  );
}

function Bar(props: {
  readonly row: TimelineRow;
  readonly y: number;
  readonly layout: Layout;
  readonly today: number;
}) {
  const { row, y, layout, today } = props;
  const { left, right, scale } = layout;
  const { from, target, middle, likely, progress } = row;
  const inPlot = (at: number) => Math.max(left, Math.min(right, scale(at)));
  const begun = from ?? today;
  const start = inPlot(begun);
  // What begins after its target has a bar to its date, and is late until it begins.
  const isPast = target !== null && target <= begun;
  const last = isPast ? middle : (target ?? middle ?? likely);
  const end = last === null ? start : Math.max(start, inPlot(last));
  const isOver = target !== null && middle !== null && middle > target;
  const [lateFrom, lateTo] = isPast ? [inPlot(target), start] : [end, inPlot(middle ?? today)];
  const isFilled = from !== null && progress !== null && progress > 0;
  return (
    <>
      {end > start && (
        <rect
          className={from === null ? 'tb-timeline__bar--ahead' : 'tb-timeline__bar'}
          x={start}
          y={y - BAR / 2}
          width={end - start}
          height={BAR}
          rx={3}
        />
      )}
      {isFilled && end > start && (
        <rect
          className="tb-timeline__done"
          x={start}
          y={y - BAR / 2}
          width={Math.max(3, (end - start) * Math.min(1, progress))}
          height={BAR}
          rx={3}
        />
      )}
      {isOver && lateTo > lateFrom && (
        <rect
          className="tb-timeline__overrun"
          x={lateFrom}
          y={y - OVERRUN / 2}
          width={lateTo - lateFrom}
          height={OVERRUN}
        />
      )}
      {target !== null && <Target x={inPlot(target)} y={y} isLeft={scale(target) < left} />}
      {middle !== null && likely !== null && (
        <line
          className="tb-timeline__whisker"
          x1={inPlot(middle)}
          x2={inPlot(likely)}
          y1={y}
          y2={y}
        />
      )}
      {middle !== null && (
        <circle className="tb-timeline__middle" cx={inPlot(middle)} cy={y} r={4} />
      )}
      {likely !== null && (
        <path
          className="tb-timeline__likely"
          transform={`translate(${inPlot(likely)},${y})`}
          d={scale(likely) > right ? BEYOND : MARK_PATH}
        />
      )}
    </>
  );
}

/** An arrow to the right. */
const BEYOND = 'M-4,-5L5,0L-4,5z';

/** A flag; an arrow to the left where it is before the axis. */
function Target({
  x,
  y,
  isLeft,
}: {
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
}) {
  return (
    <path
      className="tb-timeline__target"
      transform={`translate(${x},${y})`}
      d={isLeft ? 'M6,-5L0,0L6,5z' : FLAG_PATH}
    />
  );
}

/** A pole with its flag, its middle at 0,0. */
export const FLAG_PATH = 'M0,10V-10L7,-7L0,-4';

import { curveLinear, curveStepAfter } from '@visx/curve';
import { LinePath } from '@visx/shape';
import { memo } from 'react';
import { cutText, LINE_HEIGHT, pushApart, textWidth } from './cartesian.tsx';
import { dashPattern, type LineSeries, MARK_PATH, markerPath, type Placed } from './series.ts';

interface LayerProps {
  readonly series: readonly Placed<LineSeries>[];
  readonly px: (index: number) => number;
  readonly py: (value: number) => number;
}

const MARKED_POINTS = 40;

/** Solid lines have a marker shape each, so that they differ without colour. */
export const isMarked = (series: LineSeries, count: number): boolean =>
  count > 1 && series.style !== 'dashed' && !series.quiet;

/** Steps and long lines have it at their end only. */
const isMarkedThroughout = ({ values, step }: LineSeries): boolean =>
  !step && values.length <= MARKED_POINTS;

/** Not drawn again while a point is read. */
export const LineLayer = memo(({ series, px, py }: LayerProps) => (
  <g>
    {series.map(one => (
      <g key={one.id} stroke={one.paint}>
        {one.bandTo !== undefined && (
          <path className="tb-chart__band" fill={one.paint} d={bandPath(one, series, px, py)} />
        )}
        <LinePath
          className="tb-chart__line"
          data={[...one.values]}
          x={(_, index) => px(index)}
          y={value => py(value ?? 0)}
          defined={value => value !== null}
          curve={one.step ? curveStepAfter : curveLinear}
          strokeDasharray={dashPattern(one, one.index)}
        />
        {markers(one, px, py, isMarked(one, series.length))}
        {distinctMarks(one.marks, px).map(({ index, text }) => (
          <path
            key={`${index} ${text}`}
            className="tb-chart__mark"
            d={MARK_PATH}
            transform={`translate(${px(index)} ${py(one.values[index] ?? 0)})`}
          />
        ))}
      </g>
    ))}
  </g>
));

/** The space between a line and its other one, over the points at which both have a value. */
function bandPath(
  { values, bandTo }: LineSeries,
  series: LayerProps['series'],
  px: LayerProps['px'],
  py: LayerProps['py'],
): string | undefined {
  const others = series.find(({ id }) => id === bandTo)?.values ?? [];
  const shared = [...values.keys()].filter(at => values[at] != null && others[at] != null);
  if (shared.length < 2) return undefined;
  const along = (of: LineSeries['values'], at: number) => `${px(at)},${py(of[at] ?? 0)}`;
  const there = shared.map(at => along(values, at));
  const back = shared.toReversed().map(at => along(others, at));
  return `M${[...there, ...back].join('L')}Z`;
}

const MARK_WIDTH = 10;
const MAX_MARKS = 30;

/** Whether marks of a line are drawn. */
export const hasMarks = ({ marks = [] }: LineSeries): boolean =>
  marks.length > 0 && marks.length < MAX_MARKS;

/** Marks that touch are one; none where they are too many to tell anything. */
function distinctMarks(marks: LineSeries['marks'] = [], px: LayerProps['px']) {
  if (marks.length >= MAX_MARKS) return [];
  let end = -Infinity;
  return marks.filter(({ index }) => {
    if (px(index) < end) return false;
    end = px(index) + MARK_WIDTH;
    return true;
  });
}

/** Markers of a line, and dots at values between two gaps, which have no line. */
function markers(
  series: Placed<LineSeries>,
  px: LayerProps['px'],
  py: LayerProps['py'],
  marked: boolean,
) {
  const { values, index: place, paint } = series;
  const all = marked && isMarkedThroughout(series);
  const last = values.findLastIndex(value => value !== null);
  return values.map((value, index) => {
    const isLone = [index - 1, index + 1].every(other => (values[other] ?? null) === null);
    const shown = all || isLone || (marked && index === last);
    return value === null || !shown ? null : (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point.
        key={index}
        d={markerPath(marked ? place : 0)}
        fill={paint}
        stroke="none"
        transform={`translate(${px(index)} ${py(value)})`}
      />
    );
  });
}

/** Values above their points, else below; repeated values once, and none over another. */
export function PointLabels(
  props: LayerProps & {
    readonly format: (value: number) => string;
    /** Lower edge of the plot, px. */
    readonly bottom: number;
    /** Whether names follow the last points. */
    readonly named: boolean;
  },
) {
  const { series, px, py, format, bottom, named } = props;
  const taken: { x: number; y: number; width: number }[] = [];
  return series.flatMap(({ id, values, paint }) =>
    values.map((value, index) => {
      if (value === null || value === values[index - 1]) return null;
      const text = format(value);
      const width = textWidth(text);
      const isBeforeName = named && index === values.length - 1;
      const x = px(index) - (isBeforeName ? width / 2 : 0);
      const isFree = (y: number) =>
        y <= bottom - 2 &&
        taken.every(
          other =>
            Math.abs(other.x - x) >= (other.width + width) / 2 ||
            Math.abs(other.y - y) >= LINE_HEIGHT,
        );
      const y = [py(value) - 8, py(value) + 16].find(isFree);
      if (y === undefined) return null;
      taken.push({ x, y, width });
      return (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point.
          key={`${id} ${index}`}
          className="tb-chart__label"
          x={x}
          y={y}
          textAnchor="middle"
          style={{ fill: paint }}
        >
          {text}
        </text>
      );
    }),
  );
}

const MAX_NAME_WIDTH = 140;

/** Names at the ends of lines, apart from each other and above the labels of the axis. */
export function LineEndLabels({
  series,
  px,
  py,
  right,
  bottom,
}: LayerProps & Record<'right' | 'bottom', number>) {
  const ends = series
    .flatMap(({ id, label, paint, values }) => {
      const index = values.findLastIndex(value => value !== null);
      const value = values[index] ?? null;
      return value === null ? [] : [{ id, label, paint, x: px(index), y: py(value) }];
    })
    .sort((a, b) => a.y - b.y);
  // Names of lines that end earlier, such as at today, cannot collide with names at the right edge.
  const last = Math.max(...ends.map(({ x }) => x));
  const groups = Map.groupBy(ends, ({ x }) => (x + MAX_NAME_WIDTH < last ? x : last));
  return [...groups.values()].flatMap(group => {
    const ys = pushApart(
      group.map(end => end.y),
      bottom - LINE_HEIGHT / 2,
    );
    return group.map(({ id, label, paint, x }, index) => (
      <text
        key={id}
        className="tb-chart__label"
        x={Math.min(x, right) + 8}
        y={ys[index]}
        dy="0.32em"
        style={{ fill: paint }}
      >
        {cutText(label, MAX_NAME_WIDTH)}
      </text>
    ));
  });
}

import { curveLinear, curveStepAfter } from '@visx/curve';
import { LinePath } from '@visx/shape';
import { memo } from 'react';
import { cutText } from './axes.tsx';
import { dashPattern, markerPath } from './palette.ts';
import type { LineSeries, Placed } from './series.ts';

type PlacedSeries = Placed<LineSeries>;

interface LayerProps {
  readonly series: readonly PlacedSeries[];
  readonly px: (index: number) => number;
  readonly py: (value: number) => number;
}

const MARKED_POINTS = 40;

/** With few points each series gets a marker shape, so that lines differ without colour. */
export const hasMarkers = (series: LineSeries, count: number): boolean =>
  count > 1 && series.values.length <= MARKED_POINTS && series.style !== 'dashed';

/** Not drawn again while a point is read. */
export const LineLayer = memo(({ series, px, py }: LayerProps) => (
  <g>
    {series.map(one => (
      <g key={one.id} stroke={one.paint}>
        <LinePath
          className="tb-chart__line"
          data={one.values as (number | null)[]}
          x={(_, index) => px(index)}
          y={value => py(value ?? 0)}
          defined={value => value !== null}
          curve={one.step ? curveStepAfter : curveLinear}
          strokeDasharray={dashPattern(one.style ?? 'solid', one.index)}
        />
        {points(one, px, py, hasMarkers(one, series.length))}
        {one.marks?.map(({ index, text }) => (
          <path
            key={`${index} ${text}`}
            className="tb-chart__mark"
            d="M0,-5L5,0L0,5L-5,0z"
            transform={`translate(${px(index)} ${py(one.values[index] ?? 0)})`}
          />
        ))}
      </g>
    ))}
  </g>
));

/** Markers at all points; else dots at values between two gaps, which have no line. */
const points = (one: PlacedSeries, px: LayerProps['px'], py: LayerProps['py'], marked: boolean) =>
  one.values.map((value, index) => {
    const isLone = [index - 1, index + 1].every(other => (one.values[other] ?? null) === null);
    return value === null || !(marked || isLone) ? null : (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point.
        key={index}
        d={markerPath(marked ? one.index : 0)}
        fill={one.paint}
        stroke="none"
        transform={`translate(${px(index)} ${py(value)})`}
      />
    );
  });

/** Values above their points; repeated values once. */
export function PointLabels({
  series,
  px,
  py,
  format,
}: LayerProps & { readonly format: (value: number) => string }) {
  return (
    <g>
      {series.map(one =>
        one.values.map((value, index) =>
          value === null || value === one.values[index - 1] ? null : (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point.
              key={`${one.id} ${index}`}
              className="tb-chart__label"
              x={px(index)}
              y={py(value) - 8}
              textAnchor="middle"
              style={{ fill: one.paint }}
            >
              {format(value)}
            </text>
          ),
        ),
      )}
    </g>
  );
}

const LINE_HEIGHT = 15;

/** Names at the line ends, without overlaps. */
export function LineEndLabels({ series, px, py, right }: LayerProps & { readonly right: number }) {
  const ends = series
    .flatMap(one => {
      const index = one.values.findLastIndex(value => value !== null);
      const value = one.values[index];
      return value === null || value === undefined
        ? []
        : [{ id: one.id, label: one.label, color: one.paint, x: px(index), y: py(value) }];
    })
    .sort((a, b) => a.y - b.y);
  const ys = pushApart(ends.map(end => end.y));
  return (
    <g>
      {ends.map((end, index) => (
        <text
          key={end.id}
          className="tb-chart__label"
          x={Math.min(end.x, right) + 8}
          y={ys[index]}
          dy="0.32em"
          style={{ fill: end.color }}
        >
          {cutText(end.label, 140)}
        </text>
      ))}
    </g>
  );
}

/** Spreads ascending positions to be at least a line apart. */
function pushApart(ys: readonly number[]): number[] {
  const moved = [...ys];
  for (let index = 1; index < moved.length; index++) {
    moved[index] = Math.max(moved[index] ?? 0, (moved[index - 1] ?? 0) + LINE_HEIGHT);
  }
  const shift =
    moved.reduce((sum, y, index) => sum + y - (ys[index] ?? 0), 0) / (moved.length || 1);
  return moved.map(y => y - shift);
}

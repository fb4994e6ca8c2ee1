import { curveLinear, curveStepAfter } from '@visx/curve';
import { LinePath } from '@visx/shape';
import { memo } from 'react';
import { cutText } from './cartesian.tsx';
import { dashPattern, type LineSeries, markerPath, type Placed } from './series.ts';

interface LayerProps {
  readonly series: readonly Placed<LineSeries>[];
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
          strokeDasharray={dashPattern(one, one.index)}
        />
        {markers(one, px, py, hasMarkers(one, series.length))}
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
const markers = (
  { values, index: place, paint }: Placed<LineSeries>,
  px: LayerProps['px'],
  py: LayerProps['py'],
  all: boolean,
) =>
  values.map((value, index) => {
    const isLone = [index - 1, index + 1].every(other => (values[other] ?? null) === null);
    return value === null || !(all || isLone) ? null : (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point.
        key={index}
        d={markerPath(all ? place : 0)}
        fill={paint}
        stroke="none"
        transform={`translate(${px(index)} ${py(value)})`}
      />
    );
  });

/** Values above their points; repeated values once. */
export function PointLabels(props: LayerProps & { readonly format: (value: number) => string }) {
  const { series, px, py, format } = props;
  return series.map(({ id, values, paint }) =>
    values.map((value, index) =>
      value === null || value === values[index - 1] ? null : (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a point.
          key={`${id} ${index}`}
          className="tb-chart__label"
          x={px(index)}
          y={py(value) - 8}
          textAnchor="middle"
          style={{ fill: paint }}
        >
          {format(value)}
        </text>
      ),
    ),
  );
}

const LINE_HEIGHT = 15;

/** Names at the line ends, without overlaps. */
export function LineEndLabels({ series, px, py, right }: LayerProps & { readonly right: number }) {
  const ends = series
    .flatMap(({ id, label, paint, values }) => {
      const index = values.findLastIndex(value => value !== null);
      const value = values[index] ?? null;
      return value === null ? [] : [{ id, label, paint, x: px(index), y: py(value) }];
    })
    .sort((a, b) => a.y - b.y);
  const ys = pushApart(ends.map(end => end.y));
  return ends.map(({ id, label, paint, x }, index) => (
    <text
      key={id}
      className="tb-chart__label"
      x={Math.min(x, right) + 8}
      y={ys[index]}
      dy="0.32em"
      style={{ fill: paint }}
    >
      {cutText(label, 140)}
    </text>
  ));
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

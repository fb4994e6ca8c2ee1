import './dots.css';
import { memo } from 'react';
import { formatCount } from '../text/numbers.ts';
import type { Place, Reading } from './chart-frame.tsx';

type Point = Required<Place>;

/** A place with the indices of its points. */
export type Spot = Point & { readonly members: readonly number[] };

/** Points closer than this lie on each other, px. */
const SPOT_SIZE = 4;

/** The points by their places, in the order of their first ones; a spot is in the middle of its points. */
export function spotsOf(places: readonly Point[]): readonly Spot[] {
  const step = (at: number) => Math.round(at / SPOT_SIZE);
  const groups = Map.groupBy(places.entries(), ([, { x, y }]) => `${step(x)} ${step(y)}`);
  return Array.from(groups.values(), members => {
    const middle = (axis: keyof Point) =>
      members.reduce((sum, [, place]) => sum + place[axis], 0) / members.length;
    return { x: middle('x'), y: middle('y'), members: members.map(([index]) => index) };
  });
}

const MAX_NAMES = 8;

/** Several issues at one spot, with a line for each. */
export function spotReading(where: string, each: Reading['lines']): Reading {
  const more = each.length - MAX_NAMES;
  return {
    title: `${formatCount(each.length)} issues · ${where}`,
    lines: each.slice(0, MAX_NAMES),
    remarks: more > 0 ? [`${formatCount(more)} more`] : [],
  };
}

/** More points are smaller, so that their density shows. */
const MAX_SPARSE = 1000;
/** Points of different layers add up where they overlap. */
const LAYERS = 8;

/** The dots of points, in a few paths: thousands of elements would be laid out and painted at each move of the pointer. */
export const Dots = memo((props: { readonly places: readonly Point[]; readonly color: string }) => {
  const { places, color } = props;
  const isDense = places.length > MAX_SPARSE;
  const layers = Array.from({ length: LAYERS }, (_, layer) =>
    places
      .filter((_place, index) => index % LAYERS === layer)
      .map(({ x, y }) => `M${x.toFixed(1)},${y.toFixed(1)}h0`)
      .join(''),
  );
  return (
    <g
      fill="none"
      stroke={color}
      strokeWidth={isDense ? 5 : 7}
      strokeLinecap="round"
      strokeOpacity={isDense ? 0.45 : 0.55}
    >
      {layers.map((path, layer) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a layer.
        <path key={layer} d={path} />
      ))}
    </g>
  );
});

const DIGIT_WIDTH = 6.5;
const DIGIT_HEIGHT = 11;
/** Room for each number on average, px of the width; more numbers would hide the dots. */
const COUNT_ROOM = 10;

/** The least number of points that is shown, so that the numbers have room. */
function leastCount(spots: readonly Spot[]): number {
  const width = Math.max(0, ...spots.map(({ x }) => x));
  const sizes = spots.map(({ members }) => members.length).sort((a, b) => b - a);
  return Math.max(2, (sizes[Math.floor(width / COUNT_ROOM)] ?? 0) + 1);
}

/** A line of text: its left end and its baseline, px. */
export interface TextPlace extends Point {
  readonly width: number;
}

/** The number of points beside each spot that has several, where it covers no other number and none of `names`. */
export const Counts = memo(
  (props: { readonly spots: readonly Spot[]; readonly names: readonly TextPlace[] }) => {
    const { spots, names } = props;
    const least = leastCount(spots);
    const taken = [...names];
    const several = spots.filter(({ members }) => members.length >= least);
    return several
      .sort((a, b) => b.members.length - a.members.length)
      .map(({ x: middle, y: height, members }) => {
        const text = formatCount(members.length);
        const place = { x: middle + 5, y: height - 3, width: text.length * DIGIT_WIDTH };
        if (taken.some(other => cross(other, place))) return null;
        taken.push(place);
        return (
          <text key={`${middle} ${height}`} className="tb-dots__count" x={place.x} y={place.y}>
            {text}
          </text>
        );
      });
  },
);

const cross = (one: TextPlace, other: TextPlace): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  Math.abs(one.y - other.y) < DIGIT_HEIGHT;

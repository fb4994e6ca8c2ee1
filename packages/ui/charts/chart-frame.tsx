import './charts.css';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../controls/button.tsx';
import { Menu } from '../controls/menu.tsx';
import { showProblem } from '../feedback/flags.tsx';
import { DataTableAlternative } from './data-table-alternative.tsx';
import { downloadImage } from './export-image.ts';
import { MARK_PATH } from './series.ts';
import { useWidth } from './use-size.ts';
import { useZoom, type Zoom } from './use-zoom.ts';

export interface LegendItem {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  /** Dash and marker of its line; a plain stroke by default. */
  readonly line?: { readonly dash?: string | undefined; readonly marker?: string | undefined };
  readonly hidden?: boolean;
}

/** A point in the drawing, px; without `y` it is read at any height. */
export interface Place {
  readonly x: number;
  readonly y?: number | undefined;
}

/** What the tooltip shows at one point, reached by pointer or arrow keys. */
export interface Reading {
  readonly title: string;
  readonly lines: readonly {
    readonly label: string;
    readonly value: string;
    readonly color?: string;
  }[];
  readonly remarks?: readonly string[];
}

export interface ChartProps {
  /** Also the file name of downloads and the name for screen readers. */
  readonly title: string;
  /** A sentence for screen readers. */
  readonly summary?: string;
  /** Grows with the width by default. */
  readonly height?: number;
  /** A lower chart by default. */
  readonly compact?: boolean;
  readonly hideTitle?: boolean;
  readonly hideLegend?: boolean;
  /** What the diamonds on lines are, for the legend. */
  readonly marksLabel?: string | undefined;
  readonly zoom?: Zoom | undefined;
}

interface ChartFrameProps extends ChartProps, ReturnType<typeof useChart> {
  readonly height: number;
  readonly legend?: readonly LegendItem[];
  readonly onToggle?: (id: string) => void;
  /** Heads of the chart's data as a table. */
  readonly columns: readonly string[];
  /** Its rows; by default one for each point. */
  readonly rowCount?: number;
  /** Cells of a row of that table; by default the title and the values of the reading. */
  readonly row?: (index: number) => readonly string[];
  /** The points at the current width. */
  readonly places: readonly Place[];
  readonly reading: (index: number) => Reading;
  readonly onSelect?: (index: number) => void;
  readonly onCsv?: (() => void) | undefined;
  /** The instant at a position in the drawing, px. */
  readonly valueAt?: (x: number) => number;
  /** The point that is read at a position in the drawing; by default the nearest. */
  readonly pointAt?: (x: number, y: number) => number | null;
  readonly children: ReactNode;
}

export function useChart() {
  const [widthRef, width, isMeasured] = useWidth<HTMLDivElement>();
  const [active, onActive] = useState<number | null>(null);
  return { widthRef, width, isMeasured, active, onActive };
}

export function defaultHeight(width: number, compact = false): number {
  const [least, share, most] = compact ? [200, 0.42, 380] : [280, 0.38, 420];
  return Math.round(Math.max(least, Math.min(most, width * share)));
}

/** Maximum distance of the pointer from a point that has a height, px. */
const MAX_DISTANCE = 24;

function nearestPlace(places: readonly Place[], x: number, y: number): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  places.forEach((place, index) => {
    const isLine = place.y === undefined;
    const distance = Math.hypot(place.x - x, (place.y ?? y) - y);
    if (distance >= least || (!isLine && distance >= MAX_DISTANCE)) return;
    nearest = index;
    least = distance;
  });
  return nearest;
}

/** Reads points, and selects a range to zoom to, by pointer and by keys. */
function useReader(
  props: ChartFrameProps,
  zoom: ReturnType<typeof useZoom>,
  svg: RefObject<SVGSVGElement | null>,
) {
  const { places, active, onActive, onSelect, pointAt = nearestPlace.bind(null, places) } = props;
  const wasDragged = useRef(false);
  const placeOf = (event: { clientX: number; clientY: number }) => {
    const box = svg.current?.getBoundingClientRect();
    if (!box?.width) return null;
    const scale = props.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  };
  const pointed = (event: { clientX: number; clientY: number }) => {
    const place = placeOf(event);
    return place && pointAt(place.x, place.y);
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && (active !== null || zoom?.span || zoom?.isZoomed)) {
        event.stopPropagation();
        if (active === null && !zoom?.span) zoom?.onWhole();
        zoom?.clear();
        onActive(null);
      } else if (event.key === 'Enter' && zoom?.span) zoom.apply();
      else if (event.key === 'Enter' && active !== null) onSelect?.(active);
      else {
        const next = keyTarget(event.key, active, places.length - 1);
        if (next === null) return;
        if (!event.shiftKey) zoom?.clear();
        else if (active !== null) {
          if (!zoom?.span) zoom?.begin(places[active]?.x ?? 0);
          zoom?.extend(places[next]?.x ?? 0);
        }
        onActive(next);
      }
      event.preventDefault();
    },
    onBlur() {
      onActive(null);
      zoom?.clear();
    },
    // Touch scrolls the page.
    onPointerDown(event: PointerEvent) {
      wasDragged.current = false;
      const place = event.button === 0 && event.pointerType !== 'touch' ? placeOf(event) : null;
      zoom?.clear();
      if (place) zoom?.begin(place.x);
    },
    onPointerMove(event: PointerEvent) {
      const place = event.buttons === 1 ? placeOf(event) : null;
      if (place && zoom?.extend(place.x)) {
        event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = true;
        onActive(null);
      } else onActive(pointed(event));
    },
    onPointerUp() {
      if (wasDragged.current) zoom?.apply();
    },
    onPointerLeave: () => onActive(null),
    onClick(event: MouseEvent) {
      const at = wasDragged.current ? null : pointed(event);
      if (at !== null) onSelect?.(at);
    },
  };
}

/** Heading, menu, legend, readings by pointer and arrow keys, and the data as a table. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, summary, legend = [], places, active, onSelect, width, height } = props;
  const { onToggle } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [tableOpen, setTableOpen] = useState(false);
  const zoom = useZoom(props.zoom, props.valueAt);
  const reader = useReader(props, zoom, svg);
  const id = useId();
  const place = active === null ? undefined : places[active];
  const reading = active !== null && place && props.reading(active);

  return (
    <figure className="tb-chart" aria-label={title}>
      <div className="tb-chart__head">
        {!props.hideTitle && <h3>{title}</h3>}
        {onToggle && !props.hideLegend && legend.length > 1 && (
          <Legend legend={legend} onToggle={onToggle} marksLabel={props.marksLabel} />
        )}
        {zoom?.isZoomed && (
          <Button compact className="tb-no-print" onClick={zoom.onWhole}>
            Whole range
          </Button>
        )}
        <div className="tb-chart__menu tb-no-print">
          <Menu
            label={`Chart actions: ${title}`}
            dots
            actions={[
              ...chartActions(svg, title, legend, tableOpen, () => setTableOpen(!tableOpen)),
              ...(props.onCsv ? [{ id: 'csv', label: 'Export CSV', onSelect: props.onCsv }] : []),
            ]}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: not a fieldset; it takes focus to read the points by key. */}
      <div
        ref={props.widthRef}
        role="group"
        tabIndex={0}
        className="tb-chart__plot"
        aria-label={`${title}. Arrow keys read the points.${zoom ? ZOOM_KEYS : ''}`}
        aria-describedby={`${id}-live`}
        data-zooms={zoom ? '' : undefined}
        {...reader}
        style={{ height, cursor: onSelect && active !== null ? 'pointer' : undefined }}
      >
        <svg
          ref={svg}
          role="img"
          aria-label={summary ? `${title}. ${summary}` : title}
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height="100%"
          preserveAspectRatio="xMidYMid meet"
        >
          {props.isMeasured && props.children}
          {zoom?.span && (
            <rect
              className="tb-chart__selection tb-no-print"
              x={zoom.span[0]}
              width={zoom.span[1] - zoom.span[0]}
              height={height}
            />
          )}
        </svg>
        {reading && <ReadingBox reading={reading} place={place} width={width} />}
      </div>
      <div id={`${id}-live`} className="tb-hidden" aria-live="polite">
        {reading && readingText(reading)}
      </div>
      <DataTableAlternative
        label={title}
        columns={props.columns}
        row={props.row ?? (index => readingRow(props.reading(index)))}
        count={props.rowCount ?? places.length}
        open={tableOpen}
      />
    </figure>
  );
}

const ZOOM_KEYS = ' Shift and arrow keys select a range, Enter zooms.';

function keyTarget(key: string, active: number | null, last: number): number | null {
  if (last < 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight' || key === 'ArrowDown')
    return active === null ? 0 : Math.min(last, active + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp')
    return active === null ? last : Math.max(0, active - 1);
  return null;
}

function chartActions(
  svg: RefObject<SVGSVGElement | null>,
  title: string,
  legend: readonly LegendItem[],
  tableOpen: boolean,
  onTable: () => void,
) {
  const save = (type: 'png' | 'svg') => () => {
    const visible = legend.filter(item => !item.hidden);
    downloadImage(svg.current, title, visible, type).catch(showProblem('Image could not be saved'));
  };
  return [
    { id: 'table', label: tableOpen ? 'Hide table' : 'Show table', onSelect: onTable },
    { id: 'png', label: 'Download PNG', onSelect: save('png') },
    { id: 'svg', label: 'Download SVG', onSelect: save('svg') },
  ];
}

function Legend(
  props: Required<Pick<ChartFrameProps, 'legend' | 'onToggle'>> & Pick<ChartProps, 'marksLabel'>,
) {
  const { legend, onToggle, marksLabel } = props;
  return (
    <ul className="tb-chart__legend" aria-label="Series">
      {legend.map(item => (
        <li key={item.id}>
          <button
            type="button"
            aria-pressed={!item.hidden}
            className="tb-chart__series"
            onClick={() => onToggle(item.id)}
          >
            <LegendKey {...item} />
            {item.label}
          </button>
        </li>
      ))}
      {marksLabel && (
        <li className="tb-chart__series tb-chart__series--marks">
          <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
            <path className="tb-chart__mark" d={MARK_PATH} stroke="currentColor" />
          </svg>
          {marksLabel}
        </li>
      )}
    </ul>
  );
}

/** A piece of the series' line with its dash and marker, to match without colour. */
function LegendKey({ color, line }: LegendItem) {
  if (!line) return <span className="tb-chart__key" style={{ color }} />;
  return (
    <svg className="tb-chart__key-line" width="24" viewBox="-12 -5 24 10" aria-hidden="true">
      <path d="M-12,0H12" stroke={color} strokeWidth="2" strokeDasharray={line.dash} />
      {line.marker && <path d={line.marker} fill={color} />}
    </svg>
  );
}

function ReadingBox(props: {
  readonly reading: Reading;
  readonly place: Place;
  readonly width: number;
}) {
  const { reading, place, width } = props;
  const share = (place.x / width) * 100;
  const atRight = share > 55;
  return (
    <div
      aria-hidden="true"
      className="tb-overlay tb-chart__reading tb-no-print"
      style={{
        left: atRight ? undefined : `calc(${share}% + 12px)`,
        right: atRight ? `calc(${100 - share}% + 12px)` : undefined,
        top: Math.max(0, (place.y ?? 24) - 16),
      }}
    >
      <strong>{reading.title}</strong>
      {reading.lines.map(line => (
        <div key={line.label} className="tb-line">
          {line.color && <span className="tb-chart__key" style={{ color: line.color }} />}
          <span>{line.label}</span>
          <span className="tb-chart__reading-value">{line.value}</span>
        </div>
      ))}
      {reading.remarks?.map(remark => (
        <div key={remark} className="tb-quiet">
          {remark}
        </div>
      ))}
    </div>
  );
}

const readingText = ({ title, lines, remarks = [] }: Reading) =>
  [title, ...lines.map(line => `${line.label} ${line.value}`), ...remarks].join(', ');

const readingRow = ({ title, lines }: Reading) => [title, ...lines.map(({ value }) => value)];

import './wall-report.css';
import { type Instant, MINUTE } from '@tallyboard/core/time/units.ts';
import { shownCoverage } from '@tallyboard/engine/ask/shown-coverage.ts';
import type { Failure } from '@tallyboard/engine/failure.ts';
import type { Wall } from '@tallyboard/report-kit/contract.ts';
import {
  cellText,
  cellValue,
  type ReportTable,
} from '@tallyboard/report-kit/table/report-table.ts';
import { usePage } from '@tallyboard/report-kit/use-page.ts';
import { loadWall } from '@tallyboard/reports/page-parts.ts';
import { PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { onResize } from '@tallyboard/ui/text/on-resize.ts';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FrameState, type FrameStateProps } from '../frame/frame-state.tsx';
import type { ReportSnapshot, RunState } from '../frame/report-run.ts';
import { FetchedAt } from '../frame/run-badge.tsx';
import { useFigureSession } from '../start/session.ts';
import { gadgetZoom } from '../start/wall-scale.ts';
import { useLoaded } from '../use-loaded.ts';
import { WallFigures } from './wall-figures.tsx';
import { type FitRoom, fitTable, headLines, headOf } from './wall-fit.ts';
import { lateText } from './wall-late.ts';

/** The report of a gadget on a wallboard, all of it in view: figures, then a picture or pages of the table. */
export default function WallReport(
  props: Omit<FrameStateProps, 'children'> & {
    readonly filter: ReactNode;
    /** Minutes between two loads. */
    readonly refreshMinutes: number;
  },
) {
  const { state, filter, refreshMinutes } = props;
  const { shown } = state;
  const failure = useLastFailure(state);
  const { now, zone } = useFigureSession();
  useMinutes();
  const arrived = useArrival(shown, now);
  const at = shown && !shown.request.report.withoutIssues ? arrived : null;
  const late = at === null ? null : lateText(at, now(), zone, refreshMinutes, failure);
  // The band stands for what failed: a message at each try would move the figures.
  const calm = shown ? { ...state, failure: null } : state;
  return (
    <div
      className="tb-wall"
      aria-busy={state.percent !== null}
      data-late={late !== null || undefined}
    >
      {late !== null && (
        <p className="tb-wall__late" role="status">
          {late}
        </p>
      )}
      <FrameState {...props} state={calm}>
        {shown && <WallResult shown={shown} />}
      </FrameState>
      {shown && at !== null && (
        <AsOf shown={shown} failed={failure !== null || late !== null} filter={filter} />
      )}
    </div>
  );
}

/** The failure of the last load, also during the next, until figures come. */
function useLastFailure({ failure, shown }: RunState): Failure | null {
  const last = useRef<{ readonly shown: ReportSnapshot | null; readonly failure: Failure | null }>({
    shown,
    failure,
  });
  if (failure !== null || last.current.shown !== shown) last.current = { shown, failure };
  return last.current.failure;
}

/** When the shown result came, by the clock of the page; of a cached one, when it was loaded. */
function useArrival(shown: ReportSnapshot | null, now: () => Instant): Instant {
  const last = useRef({ shown, at: now() });
  if (last.current.shown !== shown)
    last.current = { shown, at: shown?.earlier ? shown.loaded.fetchedAt : now() };
  return last.current.at;
}

/** Renders again each minute. */
function useMinutes(): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount(count => count + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
}

/** Filter, completeness and age of the figures: a wallboard has no tooltip. */
function AsOf(props: {
  readonly shown: ReportSnapshot;
  readonly failed: boolean;
  readonly filter: ReactNode;
}) {
  const { shown, failed } = props;
  const { part } = shown.loaded;
  return (
    <p className="tb-wall__as-of">
      {failed ? 'Out of date: figures from ' : 'Figures from '}
      <FetchedAt loaded={shown.loaded} />
      {!part && !failed && (shownCoverage(shown).complete ? ' · complete' : ' · partial')}
      {props.filter && <> · {props.filter}</>}
    </p>
  );
}

/** Charts have texts of 12 px: on a wallboard of 20. */
const PICTURE_ZOOM = 5 / 3;
/** Least height of a chart, px. */
const MIN_PLOT = 60;
/** Least width of a text, px: about 30 characters. Wider ones are tried by this step. */
const MIN_TEXT_WIDTH = 310;
const TEXT_WIDTH_STEP = 40;

function WallResult({ shown }: { readonly shown: ReportSnapshot }) {
  const { report, settings } = shown.request;
  const { context, computed } = shown;
  const { result } = computed;
  const { value: wall } = useLoaded(report.id, loadWall);
  const body = useRef<HTMLDivElement>(null);
  const room = useRoom(body, wall !== null);
  const plot = usePlotHeight(body, room);
  const isCut = useOwnWidth(body, room, report.withoutIssues ? result : undefined);
  if (!wall) return null;
  const figures = report.headline?.(result, settings, context)?.figures ?? [];
  const Picture = wall.picture?.(result, settings);
  return (
    <>
      {figures.length > 0 && <WallFigures figures={figures} />}
      <div ref={body} className="tb-wall__body" data-cut={isCut || undefined}>
        {room &&
          (Picture ? (
            <div style={{ zoom: report.withoutIssues ? undefined : PICTURE_ZOOM }}>
              <Picture
                result={result}
                settings={settings}
                context={context}
                onDrill={() => {}}
                height={plot}
              />
            </div>
          ) : (
            <WallTable
              table={(wall.table ?? report.table)(result, settings, context)}
              room={room}
              order={wall.columnOrder}
            />
          ))}
      </div>
    </>
  );
}

/** The size of the element in its own px, which the zoom of a wallboard enlarges. */
function useRoom(place: RefObject<HTMLElement | null>, isThere: boolean): FitRoom | null {
  const [room, setRoom] = useState<FitRoom | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!isThere || !element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    return onResize([element], measure);
  }, [place, isThere]);
  return room;
}

/** The height of a chart that fits with its title and legend, which may wrap. */
function usePlotHeight(place: RefObject<HTMLElement | null>, room: FitRoom | null): number {
  const [around, setAround] = useState(0);
  useLayoutEffect(() => {
    const chart = place.current?.querySelector<HTMLElement>('.tb-chart');
    const plot = chart?.querySelector<HTMLElement>('.tb-chart__plot');
    if (!chart || !plot) return;
    const measure = () => setAround(chart.offsetHeight - plot.offsetHeight);
    measure();
    return onResize([chart], measure);
  });
  return Math.max(MIN_PLOT, (room?.height ?? 0) / PICTURE_ZOOM - around);
}

/** Changes of its width below this, px, are of rounding. */
const MIN_CHANGE = 2;

/**
 * Asks for a width as narrow as its height allows for the text, once for each text and size of the screen: the width
 * asked for changes the layout that it was measured in. Says whether the end of the text does not fit.
 */
function useOwnWidth(
  place: RefObject<HTMLElement | null>,
  room: FitRoom | null,
  text: unknown,
): boolean {
  const { host } = useFigureSession();
  const [isCut, setCut] = useState(false);
  const asked = useRef({ text, screen: '', width: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (text === undefined || !room || !element) return;
    const screen = `${innerWidth} ${innerHeight}`;
    const before = asked.current;
    if (before.text !== text || before.screen !== screen) {
      const outside = element.closest('.tb-gadget')?.parentElement;
      const around = outside ? outside.clientWidth - element.clientWidth * gadgetZoom() : 0;
      const width = Math.ceil(narrowestWidth(element) * gadgetZoom() + around);
      if (outside && Math.abs(width - before.width) >= MIN_CHANGE)
        host.resize(outside.clientHeight, width);
      asked.current = { text, screen, width };
    }
    setCut(element.scrollHeight > element.clientHeight + 1);
  }, [place, room, text, host]);
  return isCut;
}

function narrowestWidth(element: HTMLElement): number {
  element.style.width = 'max-content';
  const widest = element.offsetWidth;
  let width = Math.min(widest, MIN_TEXT_WIDTH);
  const isTall = () => {
    element.style.width = `${width}px`;
    return element.scrollHeight > element.clientHeight || element.scrollWidth > width;
  };
  while (width < widest && isTall()) width += TEXT_WIDTH_STEP;
  element.style.width = '';
  return width;
}

function WallTable(props: {
  readonly table: ReportTable;
  readonly room: FitRoom;
  readonly order: Wall<unknown, unknown>['columnOrder'];
}) {
  const { table, room, order } = props;
  const { columns, pages, scale } = fitTable(table, room, order);
  const page = usePage(pages.length);
  if (table.rows.length === 0) return <p className="tb-wall__empty">No data.</p>;
  const { total } = table;
  return (
    <table className="tb-wall__table" style={{ zoom: scale }}>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.id} scope="col">
              <span>{headLines(headOf(column))}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pages[page]?.map(row => (
          <Line key={table.rowId(row)} columns={columns} row={row} of="row" />
        ))}
        {pages.length > 1 && (
          <tr>
            <td colSpan={columns.length} className="tb-wall__more">
              Page {formatCount(page + 1)} of {formatCount(pages.length)}
            </td>
          </tr>
        )}
      </tbody>
      {total && (
        <tfoot>
          <Line columns={columns} row={total.row} of="total" name={total.label} />
        </tfoot>
      )}
    </table>
  );
}

function Line(props: {
  readonly columns: ReportTable['columns'];
  readonly row: unknown;
  readonly of: 'row' | 'total';
  readonly name?: string;
}) {
  const { columns, row, of, name } = props;
  const [first, ...others] = columns;
  return (
    <tr>
      <th scope="row" dir="auto">
        {name ?? (first && cellText(first, row))}
      </th>
      {others.map(column => {
        const value = cellValue(column, row);
        const text = cellText(column, row);
        return (
          <td key={column.id}>
            {column.bar && typeof value === 'number' ? (
              <PercentBar percent={column.bar.percent(value, of)} tone={column.bar.tone}>
                {text}
              </PercentBar>
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
}

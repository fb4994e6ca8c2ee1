import './wall-report.css';
import type { Wall } from '@tallyboard/report-kit/contract.ts';
import {
  cellText,
  cellValue,
  type ReportTable,
} from '@tallyboard/report-kit/table/report-table.ts';
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
import { shownCoverage } from '../frame/shown-coverage.ts';
import { useSession } from '../start/session.ts';
import { gadgetZoom } from '../start/wall-scale.ts';
import { useLoaded } from '../use-loaded.ts';
import { type FitRoom, fitTable, headLines, headOf } from './wall-fit.ts';

/** The report of a gadget on a wallboard, all of it in view: figures, then a picture or what fits of the table. */
export default function WallReport(
  props: Omit<FrameStateProps, 'children'> & { readonly filter: ReactNode },
) {
  const { state, filter } = props;
  const { shown } = state;
  return (
    <div className="tb-wall" aria-busy={state.percent !== null}>
      <FrameState {...props}>{shown && <WallResult shown={shown} />}</FrameState>
      {shown && !shown.request.report.withoutIssues && (
        <AsOf shown={shown} state={state} filter={filter} />
      )}
    </div>
  );
}

/** Filter, completeness and age of the figures: a wallboard has no tooltip. */
function AsOf(props: {
  readonly shown: ReportSnapshot;
  readonly state: RunState;
  readonly filter: ReactNode;
}) {
  const { part } = props.shown.loaded;
  return (
    <p className="tb-wall__as-of">
      {props.state.failure ? 'Out of date: figures from ' : 'Figures from '}
      <FetchedAt loaded={props.shown.loaded} />
      {!part &&
        !props.state.failure &&
        (shownCoverage(props.shown).complete ? ' · complete' : ' · partial')}
      {props.filter && <> · {props.filter}</>}
    </p>
  );
}

/** Least height of a chart, px. */
const MIN_PLOT = 120;
/** Least width of a text, px: about 30 characters. Wider ones are tried by this step. */
const MIN_TEXT_WIDTH = 220;
const TEXT_WIDTH_STEP = 40;

function WallResult({ shown }: { readonly shown: ReportSnapshot }) {
  const { report, settings } = shown.request;
  const { context, computed } = shown;
  const { result } = computed;
  const { value: wall } = useLoaded(report.wall ?? PLAIN, loadWall);
  const body = useRef<HTMLDivElement>(null);
  const room = useRoom(body, wall !== null);
  const plot = usePlotHeight(body, room);
  const isCut = useOwnWidth(body, room, report.withoutIssues ? result : undefined);
  if (!wall) return null;
  const figures = report.headline?.(result, settings, context)?.figures.slice(0, MAX_FIGURES) ?? [];
  const Picture = wall.picture?.(result, settings);
  return (
    <>
      {figures.length > 0 && (
        <dl className="tb-wall__figures">
          {figures.map(({ label, text, of, goal }) => (
            <div key={label} data-goal={goal?.state}>
              <dt>{label}</dt>
              <dd>{text}</dd>
              <dd className="tb-wall__of">{goal?.text ?? of}</dd>
            </div>
          ))}
        </dl>
      )}
      <div ref={body} className="tb-wall__body" data-cut={isCut || undefined}>
        {room &&
          (Picture ? (
            <Picture
              result={result}
              settings={settings}
              context={context}
              onDrill={() => {}}
              height={plot}
            />
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

/** Of a headline: more have no room beside a chart. */
const MAX_FIGURES = 4;

const PLAIN = async () => ({ default: {} });

const loadWall = async (load: () => Promise<{ default: Wall<unknown, unknown> }>) =>
  (await load()).default;

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
  return Math.max(MIN_PLOT, (room?.height ?? 0) - around);
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
  const { host } = useSession();
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
  const { columns, rows, hidden, scale } = fitTable(table, room, order);
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
        {rows.map(row => (
          <Line key={table.rowId(row)} columns={columns} row={row} of="row" />
        ))}
        {hidden > 0 && (
          <tr>
            <td colSpan={columns.length} className="tb-wall__more">
              +{formatCount(hidden)} more
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

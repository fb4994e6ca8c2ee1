import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { MARK_PATH } from '@tallyboard/ui/charts/series.ts';
import { FLAG_PATH } from '@tallyboard/ui/charts/timeline/timeline-plot.tsx';
import { Pager } from '@tallyboard/ui/table/pager.tsx';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { usePrintLayout } from '@tallyboard/ui/text/print.ts';
import { useViewState } from '@tallyboard/ui/text/view-state.ts';
import { type ReactNode, useMemo } from 'react';
import type { ProgrammeResult } from '../result.ts';
import { keptText } from '../row/row-text.ts';
import type { ProgrammeSettings } from '../settings.ts';
import { TimelineChart } from './timeline-chart.tsx';

const FIRST_SIZES = { page: 25, gadget: 10 } as const;

/** The open rows, a page at a time. */
export function Timeline(
  props: Pick<ViewProps<ProgrammeSettings, ProgrammeResult>, 'result' | 'context' | 'compact'> & {
    readonly onOpen: (id: string) => void;
  },
) {
  const { result, context, compact, onOpen } = props;
  const open = useMemo(() => result.rows.filter(({ status }) => status !== 'done'), [result]);
  const [page, setPage] = useViewState<{ index: number; size: number }>('Timeline page', {
    index: 0,
    size: FIRST_SIZES[compact ? 'gadget' : 'page'],
  });
  const count = Math.max(1, Math.ceil(open.length / page.size));
  const index = Math.min(page.index, count - 1);
  const isPrinted = usePrintLayout();
  const rows = useMemo(
    () => (isPrinted ? open : open.slice(index * page.size, (index + 1) * page.size)),
    [open, index, page.size, isPrinted],
  );
  const hasDates = open.some(({ date85 }) => date85 !== null);
  const done = result.rows.length - open.length;
  if (open.length === 0) return <p className="tb-quiet">All rows are done.</p>;
  return (
    <section aria-label="Timeline" className="tb-programme__timeline">
      <TimelineLegend />
      <TimelineChart
        result={result}
        context={context}
        rows={rows}
        all={open}
        part={partOf(rows.length, index * page.size, open.length)}
        onOpen={onOpen}
      />
      {open.length > FIRST_SIZES[compact ? 'gadget' : 'page'] && (
        <Pager
          {...page}
          index={index}
          count={count}
          total={open.length}
          label="Timeline"
          onChange={(next, size) => setPage({ index: next, size })}
        />
      )}
      <p className="tb-quiet">
        {hasDates && !compact && DATES_TEXT} {sharedKept(result)}
        {done > 0 && ` ${formatCount(done)} done ${done === 1 ? 'row is' : 'rows are'} not drawn.`}
      </p>
    </section>
  );
}

const partOf = (shown: number, before: number, all: number): string =>
  shown === all
    ? ''
    : `${formatCount(before + 1)}–${formatCount(before + shown)} of ${formatCount(all)} open rows`;

const DATES_TEXT =
  'Of 100 simulations at the pace of the team, 85 are over by the 85% date and 50 by the 50% date.';

/** How often such dates were kept: of all rows, or from the row with the least to the one with the most. */
function sharedKept({ rows }: ProgrammeResult): string | null {
  const dated = rows.filter(({ date85 }) => date85 !== null);
  const texts = new Set(dated.map(keptText));
  const [only] = texts;
  if (texts.size === 1 && only !== undefined) return only;
  const shares = dated.flatMap(({ kept85 }) => kept85 ?? []);
  if (shares.length === 0) return null;
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map(each => formatPercent(each));
  const part = least === most ? least : `${least} to ${most}, by row,`;
  return `Of earlier 85% dates ${part} were kept.`;
}

/** What the marks mean; `short` in one line of a wallboard, with the number of its page. */
export const TimelineLegend = (props: {
  readonly short?: boolean;
  readonly children?: ReactNode;
}) => {
  const { short = false, children } = props;
  return (
    <ul className="tb-programme__legend" aria-label="Marks">
      <li>
        <svg width="32" height="14" viewBox="0 0 32 14" aria-hidden="true">
          <rect className="tb-timeline__bar" y="2" width="32" height="10" rx="3" />
          <rect className="tb-timeline__done" y="2" width="14" height="10" rx="3" />
        </svg>
        {short ? 'Progress' : 'Start to target, else to the 50% date; blue: progress'}
      </li>
      {!short && (
        <li>
          <svg width="24" height="14" viewBox="0 0 24 14" aria-hidden="true">
            <rect className="tb-timeline__bar--ahead" x="1" y="2" width="22" height="10" rx="3" />
          </svg>
          Not begun
        </li>
      )}
      <li>
        <svg width="24" height="14" viewBox="0 0 24 14" aria-hidden="true">
          <rect className="tb-timeline__overrun" y="5" width="24" height="4" />
        </svg>
        After the target
      </li>
      <li>
        <svg width="14" height="20" viewBox="-3 -11 14 22" aria-hidden="true">
          <path className="tb-timeline__target" d={FLAG_PATH} />
        </svg>
        Target
      </li>
      <li>
        <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
          <circle className="tb-timeline__middle" r="4" />
        </svg>
        50% date
      </li>
      <li>
        <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
          <path className="tb-timeline__likely" d={MARK_PATH} />
        </svg>
        85% date
      </li>
      {children && <li className="tb-programme__page">{children}</li>}
    </ul>
  );
};

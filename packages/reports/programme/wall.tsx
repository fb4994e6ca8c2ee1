import './programme.css';
import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { usePage } from '@tallyboard/report-kit/use-page.ts';
import { timelineRows } from '@tallyboard/ui/charts/timeline/timeline-plot.tsx';
import { useWidth } from '@tallyboard/ui/charts/use-size.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ProgrammeResult } from './result.ts';
import type { ProgrammeSettings } from './settings.ts';
import { TimelineLegend } from './timeline/timeline.tsx';
import { TimelineChart } from './timeline/timeline-chart.tsx';
import { worstFirst } from './timeline/timeline-rows.ts';

/** Of the legend, px. */
const AROUND = 24;

/** The open rows, the worst first, a page at a time. */
function Picture(props: WallPictureProps<ProgrammeSettings, ProgrammeResult>) {
  const { result, context, height } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const open = useMemo(() => worstFirst(openRows(result)), [result]);
  const size = timelineRows(height - AROUND, width, true);
  const count = Math.ceil(open.length / size);
  const page = usePage(count);
  const rows = useMemo(() => open.slice(page * size, (page + 1) * size), [open, page, size]);
  return (
    <div ref={ref}>
      <TimelineLegend short>
        {count > 1 && `${formatCount(page + 1)} of ${formatCount(count)}`}
      </TimelineLegend>
      <TimelineChart
        result={result}
        context={context}
        rows={rows}
        all={open}
        large
        onOpen={() => {}}
      />
    </div>
  );
}

const openRows = ({ rows }: ProgrammeResult) => rows.filter(({ status }) => status !== 'done');

export default {
  picture: result => (openRows(result).length === 0 ? null : Picture),
  columnOrder: ids => ['progress', 'target', 'date85', 'chance', ...ids],
} satisfies Wall<ProgrammeSettings, ProgrammeResult>;

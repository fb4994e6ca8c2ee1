import './overview-wall.css';
import { CATEGORY_ORDER } from '@tallyboard/core/model/status.ts';
import { recordFor } from '@tallyboard/core/unknown.ts';
import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { CategoryBar } from '@tallyboard/ui/figure/category-bar.tsx';
import { formatCount, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { OverviewResult, ProgressLine } from './compute.ts';
import { ATTENTION_LISTS } from './lists.ts';
import type { OverviewSettings } from './settings.ts';

const LABELS = { resolved: 'Resolved', points: 'Story points', time: 'Time spent' } as const;

const UNIT_WORDS = { issues: ' issues', points: ' points', seconds: '' } as const;

/** The last row of the counts is the fullest. */
function columnsFor(count: number): number {
  const missing = (columns: number) => (columns - (count % columns)) % columns;
  return count < 4 ? Math.max(1, count) : missing(3) < missing(4) ? 3 : 4;
}

/** Status categories, and how many issues need attention. */
function Picture({ result }: WallPictureProps<OverviewSettings, OverviewResult>) {
  const segments = result.statusBars[0]?.segments ?? [];
  const counts = recordFor(
    CATEGORY_ORDER,
    id => segments.find(each => each.id === id)?.figure.value ?? 0,
  );
  const lists = ATTENTION_LISTS.flatMap(({ id, title }) => {
    const count = result.lists.find(list => list.id === id)?.figure.value ?? 0;
    return count === 0 ? [] : [{ id, title, count }];
  });
  return (
    <div className="tb-overview-wall">
      <CategoryBar counts={counts} label="Status categories" showLegend />
      <dl style={{ '--tb-columns': columnsFor(lists.length) }}>
        {lists.map(({ id, title, count }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export default {
  figures(result) {
    const amount = ({ unit }: ProgressLine, value: number | null) =>
      unit === 'seconds'
        ? `${formatCount((value ?? 0) / 3600)}h`
        : formatNumber(value, unit === 'issues' ? 0 : 1);
    return result.lines.map(line => ({
      label: LABELS[line.id],
      text: formatPercent(line.percent),
      of: `${amount(line, line.part.value)} of ${amount(line, line.whole.value)}${UNIT_WORDS[line.unit]}`,
    }));
  },
  picture: () => Picture,
} satisfies Wall<OverviewSettings, OverviewResult>;

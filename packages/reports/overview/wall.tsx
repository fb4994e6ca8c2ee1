import './overview-wall.css';
import { CATEGORY_ORDER } from '@tallyboard/core/model/status.ts';
import { recordFor } from '@tallyboard/core/unknown.ts';
import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { useWidth } from '@tallyboard/ui/charts/use-size.ts';
import { CategoryBar } from '@tallyboard/ui/figure/category-bar.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { OverviewResult } from './compute.ts';
import { ATTENTION_LISTS } from './lists.ts';
import type { OverviewSettings } from './settings.ts';
import { fitCounts } from './wall-counts.ts';

/** Height of the bar with its legend, and the gap below, px. */
const BAR_HEIGHT = 64;

/** Status categories, and how many issues need attention. */
function Picture({ result, height }: WallPictureProps<OverviewSettings, OverviewResult>) {
  const segments = result.statusBars[0]?.segments ?? [];
  const counts = recordFor(
    CATEGORY_ORDER,
    id => segments.find(each => each.id === id)?.figure.value ?? 0,
  );
  const lists = ATTENTION_LISTS.flatMap(({ id, title, shortTitle = title }) => {
    const count = result.lists.find(list => list.id === id)?.figure.value ?? 0;
    return count === 0 ? [] : [{ id, title: shortTitle, count }];
  });
  const [place, width] = useWidth<HTMLDivElement>();
  const labels = lists.map(({ title }) => title);
  const { columns, shown, scale } = fitCounts(labels, { width, height: height - BAR_HEIGHT });
  return (
    <div ref={place} className="tb-overview-wall">
      <CategoryBar counts={counts} label="Status categories" showLegend />
      <dl style={{ '--tb-columns': columns, zoom: scale }}>
        {lists.slice(0, shown).map(({ id, title, count }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
        {shown < lists.length && (
          <div>
            <dt>more</dt>
            <dd>+{formatCount(lists.length - shown)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

export default {
  picture: () => Picture,
} satisfies Wall<OverviewSettings, OverviewResult>;

import type { Figure } from '@tallyboard/core/model/result.ts';
import {
  CATEGORY_LABELS,
  CATEGORY_ORDER,
  type StatusCategory,
} from '@tallyboard/core/model/status.ts';
import { recordFor } from '@tallyboard/core/unknown.ts';
import { CategoryBar } from '@tallyboard/ui/figure/category-bar.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { Drill } from '../../figures/drill.ts';

export function CategoryFigures(props: {
  readonly name: string;
  readonly figures: Readonly<Record<StatusCategory, Figure>>;
  readonly part?: Drill['part'];
  readonly onDrill: (drill: Drill) => void;
}) {
  const { name, figures, part, onDrill } = props;
  const counts = recordFor(CATEGORY_ORDER, category => figures[category].value ?? 0);
  return (
    <CategoryBar
      counts={counts}
      label={`Status categories of ${name}`}
      format={value => formatNumber(value, 2)}
      onOpen={category =>
        onDrill({
          title: `${CATEGORY_LABELS[category]} · ${name}`,
          reason: `Status category is ${CATEGORY_LABELS[category]}.`,
          figure: figures[category],
          part,
        })
      }
    />
  );
}

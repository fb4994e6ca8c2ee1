import './figure.css';
import '../issue/issue.css';
import {
  CATEGORY_LABELS,
  CATEGORY_ORDER,
  type StatusCategory,
} from '@tallyboard/core/model/status.ts';
import { formatCount } from '../text/numbers.ts';

/** Issues stacked by status category, with their numbers as tooltips. */
export function CategoryBar(props: {
  readonly counts: Readonly<Record<StatusCategory, number>>;
  readonly onOpen?: (category: StatusCategory) => void;
  readonly showLegend?: boolean;
  readonly format?: (value: number) => string;
  readonly label?: string;
}) {
  const { counts, onOpen, showLegend, format = formatCount, label = 'Status categories' } = props;
  const present = CATEGORY_ORDER.filter(category => counts[category] > 0);
  const text = (category: StatusCategory) =>
    `${CATEGORY_LABELS[category]}: ${format(counts[category])}`;
  return (
    <div className="tb-category-bar">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls. */}
      <div role="group" aria-label={label} className="tb-category-bar__bar">
        {present.map(category => {
          const shared = {
            className: `tb-category-bar__part tb-category--${category}`,
            style: { flexGrow: counts[category] },
            'data-tb-tooltip': text(category),
          };
          return onOpen ? (
            <button
              key={category}
              type="button"
              {...shared}
              aria-label={`${text(category)}, show issues`}
              onClick={() => onOpen(category)}
            />
          ) : (
            <span key={category} role="img" {...shared} aria-label={text(category)} />
          );
        })}
      </div>
      {showLegend && (
        <ul className="tb-category-bar__legend">
          {present.map(category => (
            <li key={category}>
              <span className={`tb-swatch tb-category--${category}`} />
              {CATEGORY_LABELS[category]} <strong>{format(counts[category])}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

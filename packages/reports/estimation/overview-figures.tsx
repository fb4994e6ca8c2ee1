import { COLUMNS } from './columns.ts';
import { COLUMN_NAMES, shownColumns } from './settings.ts';
import type { ValueText } from './text.ts';
import { ValueButton } from './tree-columns.tsx';
import type { EstimationProps } from './view-props.ts';

/** The figures of all issues together: times as bars against the longest of them. */
export function OverviewFigures({
  result: { total },
  settings,
  compact,
  text,
  onDrill,
}: EstimationProps & { readonly text: ValueText }) {
  const shown = shownColumns(settings);
  const largest = shown.reduce(
    (most, id) =>
      COLUMNS[id].unit === 'seconds' ? Math.max(most, COLUMNS[id].value(total) ?? 0) : most,
    1,
  );
  return (
    <dl className="tb-estimation__overview">
      {shown.map(id => {
        const meaning = COLUMNS[id];
        const value = meaning.value(total) ?? 0;
        const width = meaning.unit === 'seconds' ? (100 * value) / largest : value;
        return (
          <div key={id} className="tb-estimation__figure">
            <dt data-tb-tooltip={meaning.reason}>{COLUMN_NAMES[id]}</dt>
            <dd>
              <ValueButton
                meaning={meaning}
                row={total}
                title={COLUMN_NAMES[id]}
                text={text}
                onDrill={onDrill}
                large={!compact}
              />
              {id !== 'error' && (
                <span className="tb-estimation__track" aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, width))}%` }} />
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

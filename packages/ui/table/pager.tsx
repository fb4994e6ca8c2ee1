import ChevronLeft from '@atlaskit/icon/core/chevron-left';
import ChevronRight from '@atlaskit/icon/core/chevron-right';
import { IconButton } from '../controls/button.tsx';
import { formatCount } from '../text/numbers.ts';

const SIZES = [10, 25, 50, 100];

/** Absent if all rows fit on the smallest page. */
export function Pager(props: {
  readonly index: number;
  readonly size: number;
  readonly count: number;
  readonly total: number;
  readonly label: string;
  readonly onChange: (index: number, size: number) => void;
}) {
  const { index, size, count, total, label, onChange } = props;
  if (total <= (SIZES[0] ?? 0)) return null;
  const from = index * size + 1;
  const to = Math.min(total, from + size - 1);
  return (
    <nav className="tb-pager tb-no-print" aria-label={`Pages: ${label}`}>
      <label className="tb-line tb-pager__size">
        Rows
        <select
          value={size}
          onChange={event => {
            const next = Number(event.target.value);
            // The first row stays on the page.
            onChange(Math.floor((from - 1) / next), next);
          }}
        >
          {[...new Set([...SIZES, size])]
            .sort((a, b) => a - b)
            .map(option => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
        </select>
      </label>
      <span aria-live="polite">
        {formatCount(from)}–{formatCount(to)} of {formatCount(total)}
      </span>
      <IconButton
        icon={ChevronLeft}
        label="Previous page"
        disabled={index === 0}
        onClick={() => onChange(index - 1, size)}
      />
      <IconButton
        icon={ChevronRight}
        label="Next page"
        disabled={index >= count - 1}
        onClick={() => onChange(index + 1, size)}
      />
    </nav>
  );
}

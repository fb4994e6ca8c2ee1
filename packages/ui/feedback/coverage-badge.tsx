import './feedback.css';
import type { Count, Coverage } from '@tallyboard/core/model/dataset.ts';
import { Button } from '../controls/button.tsx';
import { Popover } from '../overlay/popover.tsx';
import { formatCount } from '../text/numbers.ts';

export interface CoverageBadgeProps {
  readonly coverage: Coverage;
  readonly onRetry?: () => void;
}

/** How complete the data is: quiet when complete, yellow with the missing count and Retry when not. */
export function CoverageBadge({ coverage, onRetry }: CoverageBadgeProps) {
  const missing = missingCount(coverage);
  const text = coverage.complete
    ? 'complete'
    : missing > 0
      ? `partial: ${formatCount(missing)} missing`
      : 'partial';
  return (
    <Popover
      label="Coverage"
      side="bottom-end"
      trigger={props => (
        <button
          {...props}
          type="button"
          className={`tb-badge tb-badge--${coverage.complete ? 'complete' : 'partial'}`}
        >
          {text}
        </button>
      )}
    >
      <div className="tb-popover__body tb-coverage">
        <table>
          <thead>
            <tr>
              <th scope="col">Fetched</th>
              <th scope="col">Of</th>
            </tr>
          </thead>
          <tbody>
            <CountRow label="Issues" count={coverage.issues} />
            <CountRow label="Worklogs" count={coverage.worklogs} />
            <CountRow label="Histories" count={coverage.histories} />
          </tbody>
        </table>
        {coverage.reasons.map(reason => (
          <p key={reason}>{reason}</p>
        ))}
        {!coverage.complete && onRetry && <Button onClick={onRetry}>Retry</Button>}
      </div>
    </Popover>
  );
}

function CountRow({ label, count }: { readonly label: string; readonly count: Count }) {
  if (count.fetched === 0 && !count.total) return null;
  return (
    <tr>
      <td>
        {formatCount(count.fetched)} {label.toLowerCase()}
      </td>
      <td>{count.total === null ? 'unknown' : formatCount(count.total)}</td>
    </tr>
  );
}

function missingCount({ issues, worklogs, histories }: Coverage): number {
  const missing = ({ fetched, total }: Count) => Math.max(0, (total ?? fetched) - fetched);
  return missing(issues) + missing(worklogs) + missing(histories);
}

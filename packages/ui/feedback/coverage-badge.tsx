import './feedback.css';
import type { Coverage } from '@tallyboard/core/model/dataset.ts';
import { Button } from '../controls/button.tsx';
import { Popover } from '../overlay/popover.tsx';
import { formatCount, withOwnThousands } from '../text/numbers.ts';

const COUNTED = ['issues', 'worklogs', 'histories'] as const;

/** How complete the data is, with the number of missing items, and Retry where another load may bring them. */
export function CoverageBadge(props: {
  readonly coverage: Coverage;
  readonly onRetry?: () => void;
  /** The button in place of the badge. */
  readonly word?: string;
}) {
  const { coverage, onRetry, word } = props;
  const missing = missingCount(coverage);
  // Issues are always counted, so that an empty result differs from a missing answer.
  const counts = COUNTED.map(name => ({ name, ...coverage[name] })).filter(
    ({ name, fetched, total }) => name === 'issues' || fetched !== 0 || total,
  );
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
          className={
            word
              ? 'tb-button tb-button--link'
              : `tb-badge tb-badge--${coverage.complete ? 'complete' : 'partial'}`
          }
        >
          {word ?? text}
        </button>
      )}
    >
      <div className="tb-popover__body tb-stack tb-coverage">
        <table>
          <thead>
            <tr>
              <th scope="col">Fetched</th>
              <th scope="col">Of</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ name, fetched, total }) => (
              <tr key={name}>
                <td>
                  {formatCount(fetched)} {name}
                </td>
                <td>{total === null ? 'unknown' : formatCount(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {coverage.reasons.map(reason => (
          <p key={reason}>{withOwnThousands(reason)}</p>
        ))}
        {isLasting(coverage) && <p>{LASTING}</p>}
        {mayHelp(coverage) && onRetry && <Button onClick={onRetry}>Retry</Button>}
      </div>
    </Popover>
  );
}

const LASTING = 'They were imported so. Import them again with histories and worklogs.';

const isLasting = ({ reasons, lasting = [] }: Coverage) =>
  reasons.length > 0 && lasting.length === reasons.length;

/** Whether another load may bring what is missing. */
export const mayHelp = (coverage: Coverage): boolean => !coverage.complete && !isLasting(coverage);

function missingCount(coverage: Coverage): number {
  return COUNTED.map(name => coverage[name])
    .map(({ fetched, total }) => Math.max(0, (total ?? fetched) - fetched))
    .reduce((sum, missing) => sum + missing, 0);
}

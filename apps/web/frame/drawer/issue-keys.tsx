import type { DatasetView } from '@tallyboard/report-kit/contract.ts';
import { KeyLink } from '@tallyboard/ui/issue/key-link.tsx';

const MAX_LINKS = 8;

/** Links to the first issues, and how many more there are. */
export function IssueKeys(props: {
  readonly keys: readonly string[];
  readonly dataset: DatasetView;
}) {
  const { keys, dataset } = props;
  return (
    <span className="tb-why__keys">
      {keys.slice(0, MAX_LINKS).map(key => (
        <KeyLink key={key} issueKey={key} url={dataset.issueUrl(key)} />
      ))}
      {keys.length > MAX_LINKS && `and ${keys.length - MAX_LINKS} more`}
    </span>
  );
}

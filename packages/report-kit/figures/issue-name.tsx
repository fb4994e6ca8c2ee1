import './issue-name.css';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { IssueTypeIcon } from '@tallyboard/ui/issue/issue-type-icon.tsx';
import { KeyLink, OutLink } from '@tallyboard/ui/issue/key-link.tsx';

export function IssueName(props: {
  readonly issue: Readonly<Record<'key' | 'summary', string>> &
    Partial<Pick<IssueRow, 'typeName' | 'typeIconUrl'>>;
  readonly url: string;
}) {
  const { issue, url } = props;
  return (
    <span className="tb-line tb-issue-name">
      {issue.typeName !== undefined && (
        <IssueTypeIcon name={issue.typeName} url={issue.typeIconUrl ?? null} />
      )}
      <KeyLink issueKey={issue.key} url={url} />
      <OutLink url={url} className="tb-issue-name__summary tb-ellipsis" dir="auto">
        {issue.summary}
      </OutLink>
    </span>
  );
}

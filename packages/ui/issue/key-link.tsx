import './issue.css';
import { type ReactNode, useState } from 'react';
import { safeUrl } from '../text/safe-url.ts';

/** A link that leaves the app: a new tab, no script addresses. */
export function OutLink({
  url,
  children,
  className,
}: {
  readonly url: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <a href={safeUrl(url)} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}

/** An issue key that opens the issue in the host. */
export function KeyLink({ issueKey, url }: { readonly issueKey: string; readonly url: string }) {
  return (
    <OutLink url={url} className="tb-key">
      {issueKey}
    </OutLink>
  );
}

/** The product shows this many keys before 'and others'. */
const SHOWN_KEYS = 10;

/** Keys in a row: ten, then a link that shows the rest. */
export function IssueKeyList({
  keys,
  issueUrl,
}: {
  readonly keys: readonly string[];
  readonly issueUrl: (key: string) => string;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? keys : keys.slice(0, SHOWN_KEYS);
  return (
    <span className="tb-key-list">
      {shown.map((key, index) => (
        <span key={key}>
          <KeyLink issueKey={key} url={issueUrl(key)} />
          {index < shown.length - 1 && ', '}
        </span>
      ))}
      {shown.length < keys.length && (
        <>
          {' '}
          <button type="button" className="tb-button tb-button--link" onClick={() => setAll(true)}>
            and others
            <span className="tb-hidden"> ({keys.length - shown.length} more issues)</span>
          </button>
        </>
      )}
    </span>
  );
}

import './issue.css';
import type { ReactNode } from 'react';
import { safeUrl } from '../text/safe-url.ts';

/** A link that opens in a new tab; script addresses become blank pages. */
export function OutLink(props: {
  readonly url: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  const { url, children, className } = props;
  return (
    <a href={safeUrl(url)} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}

/** An issue key that opens the issue in the host. */
export function KeyLink({ issueKey, url }: { readonly issueKey: string; readonly url: string }) {
  return (
    <OutLink url={url} className="tb-nowrap">
      {issueKey}
    </OutLink>
  );
}

import './issue.css';
import type { ReactNode } from 'react';
import { safeUrl } from '../text/safe-url.ts';

/** A link that opens in a new tab; script addresses become blank pages, and without an address it is a text. */
export function OutLink(props: {
  readonly url: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** 'auto' for a text of a reader's language. */
  readonly dir?: 'auto';
}) {
  const { url, children, className, dir } = props;
  return (
    <a
      href={url ? safeUrl(url) : undefined}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      dir={dir}
    >
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

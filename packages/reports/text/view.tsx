import './text.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { useMemo } from 'react';
import type { TextResult } from './compute.ts';
import { sanitizeHtml } from './sanitize.ts';
import type { TextSettings } from './settings.ts';

export default function TextView({ result }: ViewProps<TextSettings, TextResult>) {
  const { html } = useMemo(() => sanitizeHtml(result.html), [result.html]);
  if (html.trim() === '') return <p className="tb-quiet">No text yet.</p>;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what it shows went through sanitizeHtml.
    <div className="tb-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
  );
}

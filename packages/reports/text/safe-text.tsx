import './text.css';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { TextResult } from './compute.ts';
import { sanitizeHtml } from './sanitize.ts';

/** The HTML without what could harm readers. */
export function SafeText(result: TextResult) {
  const { html } = useMemo(() => sanitizeHtml(result.html), [result.html]);
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements are those of the HTML.
  useLayoutEffect(() => {
    for (const element of place.current?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
      element.style.cssText = element.dataset.style ?? '';
  }, [html]);
  if (html.trim() === '') return <p className="tb-quiet">No text yet.</p>;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what it shows went through sanitizeHtml.
    <div ref={place} className="tb-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
  );
}

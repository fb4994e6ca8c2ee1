/** Saves a report as one HTML file without scripts or external files. */
import { withPrintLayout } from '@tallyboard/ui/text/print.ts';
import { anonymise, type Rename } from './anonymise.ts';
import { stylesFor } from './styles.ts';

export interface SnapshotFacts {
  readonly title: string;
  /** Query, time and coverage, each a line above the report. */
  readonly lines: readonly string[];
}

/** Time for charts and tables to render in the print layout. */
const SETTLE_MS = 300;

/** Returns the text of the file, anonymized by `rename`. */
export function takeSnapshot(
  report: Element,
  { title, lines }: SnapshotFacts,
  rename: Rename | null,
): Promise<string> {
  return withPrintLayout(async () => {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    const styles = stylesFor(report);
    const copy = report.cloneNode(true) as Element;
    makeStatic(copy);
    if (rename) anonymise(copy, rename);
    const facts = document.createElement('div');
    facts.className = 'tb-snapshot__facts';
    facts.append(...lines.map(line => paragraph(rename ? rename(line) : line)));
    const body = document.createElement('body');
    const root = document.createElement('main');
    root.className = `${themeClasses(report)} tb-snapshot`;
    root.append(facts, copy);
    body.append(root);
    return documentText(rename ? rename(title) : title, styles, body);
  });
}

/** Removes controls, scripts and everything that loads. */
function makeStatic(root: Element): void {
  const removed =
    'script, style, link, iframe, object, embed, dialog, img, [hidden], .tb-no-print, .tb-print-only, .tb-title-row__actions, input, select, textarea';
  for (const element of root.querySelectorAll(removed)) element.remove();
  for (const button of root.querySelectorAll('button')) {
    const text = document.createElement('span');
    for (const { name, value } of button.attributes)
      if (!/^(type|disabled)$|^aria-(controls|expanded|haspopup)/.test(name))
        text.setAttribute(name, value);
    text.append(...button.childNodes);
    button.replaceWith(text);
  }
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      const unsafe = /^on/i.test(name) || /^(src|srcset|tabindex|action|formaction)$/i.test(name);
      if (unsafe || /^\s*javascript:/i.test(value)) element.removeAttribute(name);
    }
    // Inside a host, links are relative.
    const href = element.getAttribute('href');
    if (href !== null && !href.startsWith('#'))
      element.setAttribute('href', new URL(href, document.baseURI).href);
  }
}

function paragraph(text: string): Element {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function themeClasses(report: Element): string {
  return report.closest('.tb-root')?.className ?? 'tb-root';
}

/** Defense in depth: nothing loads or runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const OWN_STYLES = `
.tb-snapshot { max-width: 1280px; margin: 0 auto; padding: 24px; }
.tb-snapshot__facts { margin-bottom: 24px; color: var(--ds-text-subtle); overflow-wrap: anywhere; }
.tb-snapshot span:is(.tb-button, .tb-figure) { cursor: auto; }
.tb-snapshot span.tb-figure { min-height: 0; }
`;

function documentText(title: string, styles: string, body: Element): string {
  const page = document.implementation.createHTMLDocument(title);
  const { documentElement: html, head } = page;
  for (const { name, value } of document.documentElement.attributes)
    if (name !== 'data-tb-print-layout') html.setAttribute(name, value);
  const policy = page.createElement('meta');
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.setAttribute('content', POLICY);
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const viewport = page.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  const style = page.createElement('style');
  // An end tag in a style sheet would end it.
  style.textContent = (styles + OWN_STYLES).replace(/<\//g, '<\\/');
  head.prepend(charset, policy, viewport);
  head.append(style);
  page.body.replaceWith(page.importNode(body, true));
  return `<!doctype html>\n${html.outerHTML}\n`;
}

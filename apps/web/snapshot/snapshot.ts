/** Saves a report as one HTML file without scripts or external files. */
import { withPrintLayout } from '@tallyboard/ui/text/print.ts';

/** Time for charts and tables to render in the print layout. */
const SETTLE_MS = 300;

/** Attributes with ids or addresses. */
const IDENTIFYING = ['href', 'xlink:href', 'data-row-id', 'data-item'];

/** Returns the text of the file. */
export function takeSnapshot(
  report: Element,
  {
    title,
    lines,
    lists,
    anonymous,
  }: {
    readonly title: string;
    /** Query, time and coverage, each a line above the report. */
    readonly lines: readonly string[];
    /** The issues behind the figures, below the report. */
    readonly lists: Element | null;
    /** The report has made-up names: nothing leads to those of the site. */
    readonly anonymous: boolean;
  },
): Promise<string> {
  return withPrintLayout(async () => {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    const styles = stylesFor(report);
    const copy = document.importNode(report, true);
    makeStatic(copy);
    if (lists) copy.append(lists);
    if (anonymous)
      for (const each of [copy, ...copy.querySelectorAll('*')])
        for (const name of IDENTIFYING) each.removeAttribute(name);
    const facts = document.createElement('div');
    facts.className = 'tb-snapshot__facts';
    facts.append(...lines.map(line => element('p', line)));
    const root = document.createElement('main');
    root.className = `${report.closest('.tb-root')?.className ?? 'tb-root'} tb-snapshot`;
    root.append(facts, copy);
    return documentText(title, styles, root);
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

function element(name: string, text: string): Element {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Defense in depth: nothing loads or runs. */
const HEAD = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">`;

const OWN_STYLES = `
.tb-snapshot { max-width: 1280px; margin: 0 auto; padding: 24px; }
.tb-snapshot__facts { margin-bottom: 24px; color: var(--ds-text-subtle); overflow-wrap: anywhere; }
.tb-snapshot__lists { margin-top: 32px; }
.tb-snapshot__lists summary { cursor: pointer; padding: 4px 0; }
.tb-snapshot__lists :is(p, ul) { margin: 0 0 8px; padding-inline-start: 24px; }
.tb-snapshot span:is(.tb-button, .tb-figure) { cursor: auto; }
.tb-snapshot span.tb-figure { min-height: 0; }
`;

function documentText(title: string, styles: string, root: Element): string {
  const html = document.importNode(document.documentElement);
  html.removeAttribute('data-tb-print-layout');
  const head = document.createElement('head');
  head.innerHTML = HEAD;
  // An end tag in a style sheet would end it.
  const css = (styles + OWN_STYLES).replace(/<\//g, '<\\/');
  head.append(element('title', title), element('style', css));
  const body = document.createElement('body');
  body.append(root);
  html.append(head, body);
  return `<!doctype html>\n${html.outerHTML}\n`;
}

/** The style rules that match `root` or its ancestors, as one text. Rules that load files are left out. */
function stylesFor(root: Element): string {
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    try {
      take(sheet.cssRules, root, rules);
    } catch {
      // Rules of another origin's style sheets cannot be read.
    }
  }
  return rules.join('\n');
}

function take(list: CSSRuleList, root: Element, into: string[]): void {
  for (const rule of list) {
    if (rule instanceof CSSStyleRule) {
      if (isUsed(rule.selectorText, root) && !loads(rule.cssText)) into.push(rule.cssText);
    } else if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) {
      const inner: string[] = [];
      take(rule.cssRules, root, inner);
      const head = rule.cssText.slice(0, rule.cssText.indexOf('{'));
      if (inner.length > 0) into.push(`${head} {\n${inner.join('\n')}\n}`);
    } else if (rule instanceof CSSLayerBlockRule) take(rule.cssRules, root, into);
  }
}

const loads = (css: string) => /url\((?!["']?data:)/i.test(css);

/** Whether a selector matches in any state, such as :hover. */
function isUsed(selector: string, root: Element): boolean {
  // Attribute selectors are left unchanged: a colon in their values is no pseudo-class.
  const still = selector.replace(/\[[^\]]*\]|::?[\w-]+(\([^()]*(\([^()]*\))*[^()]*\))?/g, part =>
    /^(\[|:(is|where|not|has|root))/.test(part) ? part : '',
  );
  try {
    const document = root.ownerDocument;
    return (
      root.matches(still) ||
      root.querySelector(still) !== null ||
      document.documentElement.matches(still) ||
      document.body.matches(still)
    );
  } catch {
    // Without its pseudo-elements the selector is invalid, such as '::backdrop'.
    return false;
  }
}

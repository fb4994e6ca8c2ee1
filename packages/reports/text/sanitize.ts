/**
 * Sanitizes user HTML for all readers of a gadget: no scripts, frames or form fields, and nothing drawn outside its box.
 */

import createDOMPurify from 'dompurify';
import { isAllowedPicture } from './picture-hosts.ts';

/** The attribute for styles: a strict content security policy blocks and reports style attributes of parsed HTML. */
const STYLE = 'data-style';
const TAG = /<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi;
const QUOTED_OR_STYLE = /"[^"]*"|'[^']*'|(?<![\w-])style(?=\s*=)/gi;

const renameStyles = (html: string): string =>
  html.replace(TAG, tag =>
    tag.replace(QUOTED_OR_STYLE, part => (part.toLowerCase() === 'style' ? STYLE : part)),
  );

export interface Sanitized {
  /** Styles are in `data-style`. */
  readonly html: string;
  /** Removed parts, each kind once: '<script>', 'onclick of <a>', 'position of <p>', 'picture of example.com'. */
  readonly removed: readonly string[];
}

/** Allow-list of style properties: none that moves a box or runs code. */
const STYLES =
  /^(?:color|opacity|background(?:-.+)?|font(?:-.+)?|line-height|letter-spacing|word-spacing|text-(?!size).+|white-space(?:-.+)?|overflow-wrap|word-break|vertical-align|list-style(?:-.+)?|border(?:-.+)?|padding(?:-.+)?|margin(?:-.+)?|(?:min-|max-)?(?:width|height)|display|float|clear|gap|(?:row|column)-gap|flex(?:-.+)?|align-.+|justify-.+|grid-.+|box-sizing|table-layout|caption-side|columns?(?:-.+)?|break-.+)$/;
/** Style values that load resources or read values of the app. */
const REACHES_OUT = /url\(|image(?:-set)?\(|src\(|element\(|expression|var\(|attr\(/i;

const FORBIDDEN_TAGS = [
  ...['style', 'form', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'datalist'],
  ...['dialog', 'audio', 'video', 'source', 'track', 'map', 'area', 'template', 'slot'],
];

// Classes and parts could imitate the app (spoofing).
const FORBIDDEN_ATTRIBUTES = ['class', 'part', 'slot', 'popover', 'action', 'background', 'srcset'];

/** Needs a DOM. */
export function sanitizeHtml(html: string): Sanitized {
  // DOMPurify would report a removed comment.
  if (html === '') return { html, removed: [] };
  const purify = createDOMPurify(window);
  const removed = new Set<string>();
  const styles = new WeakMap<Element, string>();
  purify.addHook('uponSanitizeAttribute', (element, data) => {
    if (data.attrName !== 'style' && data.attrName !== STYLE) return;
    const { kept, dropped } = safeStyle(data.attrValue);
    for (const name of dropped) removed.add(`${name} of <${element.nodeName.toLowerCase()}>`);
    data.keepAttr = false;
    if (kept !== '') styles.set(element, kept);
  });
  purify.addHook('afterSanitizeAttributes', element => {
    const style = styles.get(element);
    if (style !== undefined) element.setAttribute(STYLE, style);
    const foreign = hideForeignPicture(element);
    if (foreign !== null) removed.add(`picture of ${foreign}`);
    if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
  });
  const clean = purify.sanitize(renameStyles(html), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: FORBIDDEN_TAGS,
    FORBID_ATTR: FORBIDDEN_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    // Otherwise a leading script ends up in the head and is not reported.
    FORCE_BODY: true,
    SANITIZE_NAMED_PROPS: true,
  });
  for (const each of purify.removed) removed.add(nameOf(each));
  // DOMPurify's own element for FORCE_BODY.
  removed.delete('<remove>');
  removed.delete('');
  return { html: clean, removed: [...removed].sort() };
}

/** The note of our server to a page that is not Jira's own. */
const jiraOrigin = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="tallyboard-jira-origin"]')?.content ?? null;

/** Shows the text of a picture of a host that is not Jira's, with the reason. Returns the host. */
function hideForeignPicture(element: Element): string | null {
  const src = element.nodeName === 'IMG' ? element.getAttribute('src') : null;
  if (src === null || isAllowedPicture(src, location.href, jiraOrigin())) return null;
  const host = URL.parse(src, location.href)?.host || 'an unknown address';
  const alt = element.getAttribute('alt')?.trim();
  element.removeAttribute('src');
  element.setAttribute('alt', `${alt ? `${alt} ` : ''}(picture of ${host}: not loaded)`);
  return host;
}

type Removed = ReturnType<typeof createDOMPurify>['removed'][number];

function nameOf(removed: Removed): string {
  if ('element' in removed) {
    const { nodeName, nodeType } = removed.element;
    if (nodeType === Node.ELEMENT_NODE) return `<${nodeName.toLowerCase()}>`;
    return nodeType === Node.COMMENT_NODE ? 'comments' : '';
  }
  const { attribute, from } = removed;
  // Removed styles are reported by property.
  if (!attribute || ['style', STYLE, 'target'].includes(attribute.name)) return '';
  return `${attribute.name} of <${from.nodeName.toLowerCase()}>`;
}

function safeStyle(style: string): { kept: string; dropped: readonly string[] } {
  const probe = document.createElement('span').style;
  probe.cssText = style;
  const dropped = Array.from(probe).filter(
    name => !STYLES.test(name) || REACHES_OUT.test(probe.getPropertyValue(name)),
  );
  for (const name of dropped) probe.removeProperty(name);
  return { kept: probe.cssText, dropped };
}

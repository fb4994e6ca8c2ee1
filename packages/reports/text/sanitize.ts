/**
 * Makes HTML that somebody entered harmless for everybody who sees the gadget: nothing that runs, loads a page of its
 * own, asks for input, or draws outside of its place.
 */

import createDOMPurify from 'dompurify';

export interface Sanitized {
  readonly html: string;
  /** What was taken out, each kind once: '<script>', 'onclick of <a>', 'position of <p>'. */
  readonly removed: readonly string[];
}

/** Lists of styles are open-ended: those that move a box or run something stay out by not being in here. */
const STYLES =
  /^(?:color|opacity|background(?:-.+)?|font(?:-.+)?|line-height|letter-spacing|word-spacing|text-(?!size).+|white-space(?:-.+)?|overflow-wrap|word-break|vertical-align|list-style(?:-.+)?|border(?:-.+)?|padding(?:-.+)?|margin(?:-.+)?|(?:min-|max-)?(?:width|height)|display|float|clear|gap|(?:row|column)-gap|flex(?:-.+)?|align-.+|justify-.+|grid-.+|box-sizing|table-layout|caption-side|columns?(?:-.+)?|break-.+)$/;
/** Values that load something, or come from the app around. */
const REACHES_OUT = /url\(|image(?:-set)?\(|src\(|element\(|expression|var\(|attr\(/i;

const FORBIDDEN_TAGS = [
  ...['style', 'form', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'datalist'],
  ...['dialog', 'audio', 'video', 'source', 'track', 'map', 'area', 'template', 'slot'],
];

// The app's own classes and parts would dress the text up as the app; addresses of frames and forms have no place.
const FORBIDDEN_ATTRIBUTES = ['class', 'part', 'slot', 'popover', 'action', 'background', 'srcset'];

/** Returns the HTML that may be shown, and what had to go. Needs a document. */
export function sanitizeHtml(html: string): Sanitized {
  // The sanitizer would put a comment in place of nothing, and then take it out.
  if (html === '') return { html, removed: [] };
  const purify = createDOMPurify(window);
  const removed = new Set<string>();
  purify.addHook('uponSanitizeAttribute', (element, data) => {
    if (data.attrName !== 'style') return;
    const { kept, dropped } = safeStyle(data.attrValue);
    for (const name of dropped) removed.add(`${name} of <${element.nodeName.toLowerCase()}>`);
    data.attrValue = kept;
    data.keepAttr = kept !== '';
  });
  purify.addHook('afterSanitizeAttributes', element => {
    if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
  });
  const clean = purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: FORBIDDEN_TAGS,
    FORBID_ATTR: FORBIDDEN_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    // Else a script that stands first would go to a head that nobody looks at, and not be told.
    FORCE_BODY: true,
    SANITIZE_NAMED_PROPS: true,
  });
  for (const each of purify.removed) removed.add(nameOf(each));
  // DOMPurify's own, by which it keeps what follows in the body.
  removed.delete('<remove>');
  removed.delete('');
  return { html: clean, removed: [...removed].sort() };
}

type Removed = ReturnType<typeof createDOMPurify>['removed'][number];

function nameOf(removed: Removed): string {
  if ('element' in removed) {
    const { nodeName, nodeType } = removed.element;
    if (nodeType === Node.ELEMENT_NODE) return `<${nodeName.toLowerCase()}>`;
    return nodeType === Node.COMMENT_NODE ? 'comments' : '';
  }
  const { attribute, from } = removed;
  // What its styles lost is told by name.
  if (!attribute || attribute.name === 'style' || attribute.name === 'target') return '';
  return `${attribute.name} of <${from.nodeName.toLowerCase()}>`;
}

/** Keeps the declarations that stay in the gadget's place: no positions, no scripts of old, nothing that loads. */
function safeStyle(style: string): { kept: string; dropped: readonly string[] } {
  const probe = document.createElement('span').style;
  probe.cssText = style;
  const dropped = Array.from(probe).filter(
    name => !STYLES.test(name) || REACHES_OUT.test(probe.getPropertyValue(name)),
  );
  for (const name of dropped) probe.removeProperty(name);
  return { kept: probe.cssText, dropped };
}

import { escapeHtml } from '../../data/escape-html.ts';
import { Html } from './html.ts';

/** Stored rich text is ADF (Cloud v3) or wiki markup (v2, Data Center); each API version gets its own. */
export interface AdfNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: AdfNode[];
}

export function isAdf(value: unknown): value is AdfNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as AdfNode).type === 'doc' &&
    Array.isArray((value as AdfNode).content)
  );
}

/** One paragraph per block of lines. */
export function adfFromText(text: string): AdfNode & { version: 1 } {
  const blocks = text.split(/\r?\n\s*\r?\n/).filter(block => block.trim() !== '');
  return { type: 'doc', version: 1, content: blocks.map(paragraphFromLines) };
}

function paragraphFromLines(block: string): AdfNode {
  const content: AdfNode[] = [];
  for (const line of block.split(/\r?\n/)) {
    if (content.length > 0) content.push({ type: 'hardBreak' });
    if (line !== '') content.push({ type: 'text', text: line });
  }
  return { type: 'paragraph', content };
}

/** For the v2 API. */
export function wikiFromAdf(node: AdfNode): string {
  return blocks(node, wiki).trim();
}

/** For `renderedFields` and pages. */
export function htmlFromRichText(value: unknown): Html {
  if (isAdf(value)) return new Html(blocks(value, markup));
  if (typeof value !== 'string') return new Html('');
  return new Html(blocks(adfFromText(value), markup));
}

/** Writes the nodes of one output form. */
interface Writer {
  text(text: string, node: AdfNode): string;
  block(node: AdfNode, inner: string, depth: number): string;
}

function blocks(node: AdfNode, writer: Writer, depth = 0): string {
  if (node.type === 'text') return writer.text(node.text ?? '', node);
  const deeper = node.type === 'bulletList' || node.type === 'orderedList' ? depth + 1 : depth;
  const inner = (node.content ?? []).map(child => blocks(child, writer, deeper)).join('');
  return writer.block(node, inner, depth);
}

const labelOf = (node: AdfNode): string => {
  const attrs = node.attrs ?? {};
  return String(attrs.text ?? attrs.shortName ?? attrs.url ?? attrs.title ?? attrs.alt ?? '');
};

const dayOf = (node: AdfNode): string => {
  const at = Number(node.attrs?.timestamp);
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : '';
};

const wikiMarks: Record<string, (text: string, attrs: Record<string, unknown>) => string> = {
  strong: text => `*${text}*`,
  em: text => `_${text}_`,
  strike: text => `-${text}-`,
  underline: text => `+${text}+`,
  code: text => `{{${text}}}`,
  link: (text, attrs) => `[${text}|${String(attrs.href ?? '')}]`,
};

const quote = (inner: string): string => `{quote}\n${inner.trim()}\n{quote}\n\n`;
const list = (inner: string, _: AdfNode, depth: number): string =>
  depth > 0 ? `\n${inner}` : `${inner}\n`;

const wikiBlocks: Record<string, (inner: string, node: AdfNode, depth: number) => string> = {
  paragraph: (inner, _, depth) => (depth > 0 ? inner : `${inner}\n\n`),
  heading: (inner, { attrs }) => `h${Number(attrs?.level ?? 1)}. ${inner}\n\n`,
  bulletList: list,
  orderedList: list,
  listItem: (inner, _, depth) => `${'*'.repeat(depth)} ${inner.trim()}\n`,
  codeBlock: inner => `{code}\n${inner}\n{code}\n\n`,
  blockquote: quote,
  panel: quote,
  rule: () => '----\n\n',
  hardBreak: () => '\n',
  tableHeader: inner => `||${inner.trim()}`,
  tableCell: inner => `|${inner.trim()}`,
  tableRow: inner => `${inner}|\n`,
  date: (_, node) => dayOf(node),
};

const wiki: Writer = {
  text: (text, node) =>
    (node.marks ?? []).reduce((out, m) => wikiMarks[m.type]?.(out, m.attrs ?? {}) ?? out, text),
  block: (node, inner, depth) =>
    wikiBlocks[node.type]?.(inner, node, depth) ?? (inner || labelOf(node)),
};

const htmlTags: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  panel: 'blockquote',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
  strong: 'strong',
  em: 'em',
  strike: 'del',
  underline: 'u',
  code: 'code',
};

const tag = (name: string, inner: string): string => `<${name}>${inner}</${name}>`;

/** Rejects `javascript:` links (XSS). */
const safeHref = (href: unknown): string | null =>
  typeof href === 'string' && /^(https?:|mailto:|\/(?!\/))/i.test(href) ? href : null;

const markup: Writer = {
  text: (text, node) =>
    (node.marks ?? []).reduce((out, mark) => {
      if (mark.type !== 'link') {
        const name = htmlTags[mark.type];
        return name ? tag(name, out) : out;
      }
      const href = safeHref(mark.attrs?.href);
      return href ? `<a href="${escapeHtml(href)}" rel="noopener">${out}</a>` : out;
    }, escapeHtml(text)),
  block: (node, inner) => {
    if (node.type === 'heading') {
      // Below the page's own h1 and h2.
      const level = Math.min(6, Math.max(1, Number(node.attrs?.level ?? 1)) + 2);
      return tag(`h${level}`, inner);
    }
    if (node.type === 'codeBlock') return tag('pre', tag('code', inner));
    if (node.type === 'rule') return '<hr>';
    if (node.type === 'hardBreak') return '<br>';
    if (node.type === 'date') return escapeHtml(dayOf(node));
    const name = htmlTags[node.type];
    if (name) return tag(name, inner);
    return inner || escapeHtml(labelOf(node));
  },
};

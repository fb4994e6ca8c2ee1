/** Rich text to plain text. Cloud v3 sends Atlassian Document Format, v2 and Data Center send a plain string. */

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attrs?: Readonly<Record<string, unknown>> | null;
  readonly content?: unknown;
}

/** Deeper than any editor nests; deeper nodes are left out. */
const MAX_DEPTH = 40;

const BLOCKS = new Set(
  [
    'paragraph heading codeBlock blockquote panel rule tableRow expand nestedExpand listItem taskItem blockTaskItem',
    'decisionItem mediaSingle mediaGroup caption layoutSection layoutColumn blockCard embedCard extension',
    'bodiedExtension syncBlock bodiedSyncBlock',
  ]
    .join(' ')
    .split(' '),
);

/** Returns the text of a rich text value: a document, a string, or nothing. Blocks end lines; the ends are trimmed. */
export function flattenText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return isNode(value) ? flatten(value, 0).trim() : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function flatten(node: Node, depth: number): string {
  const type = String(node.type);
  if (Object.hasOwn(INLINE, type)) return INLINE[type]?.(node) ?? '';
  if (depth >= MAX_DEPTH) return '';
  const children = Array.isArray(node.content) ? node.content.filter(isNode) : [];
  const parts = children.map(
    (child, index) => prefix(node, child, index) + flatten(child, depth + 1),
  );
  if (type === 'tableRow') return `${parts.map(part => part.trim()).join(' | ')}\n`;
  let text = parts.join('');
  if (type === 'expand' || type === 'nestedExpand') text = `${attr(node, 'title')}\n${text}`;
  if (!BLOCKS.has(type) || text.endsWith('\n')) return text;
  return `${text}\n`;
}

const cardText = (node: Node) => attr(node, 'url') || cardUrl(node.attrs?.data);

/** The texts of nodes whose children are not read. */
const INLINE: Readonly<Record<string, (node: Node) => string>> = {
  text: node => (typeof node.text === 'string' ? node.text : ''),
  hardBreak: () => '\n',
  mention: node => attr(node, 'text') || `@${attr(node, 'id')}`,
  emoji: node => attr(node, 'text') || attr(node, 'shortName'),
  status: node => attr(node, 'text'),
  placeholder: node => attr(node, 'text'),
  date: node => dateText(attr(node, 'timestamp')),
  media: node => attr(node, 'alt'),
  mediaInline: node => attr(node, 'alt'),
  rule: () => '---\n',
  inlineCard: cardText,
  blockCard: node => `${cardText(node)}\n`,
  embedCard: node => `${cardText(node)}\n`,
};

function attr(node: Node, name: string): string {
  const value = node.attrs?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function cardUrl(data: unknown): string {
  return typeof data === 'object' && data !== null && 'url' in data ? String(data.url) : '';
}

function dateText(timestamp: string): string {
  const date = new Date(Number(timestamp));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

function prefix(parent: Node, child: Node, index: number): string {
  if (child.type === 'taskItem' || child.type === 'blockTaskItem') {
    return attr(child, 'state') === 'DONE' ? '[x] ' : '[ ] ';
  }
  if (child.type !== 'listItem') return '';
  if (parent.type !== 'orderedList') return '- ';
  return `${Number(attr(parent, 'order') || 1) + index}. `;
}

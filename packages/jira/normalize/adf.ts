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
  const inline = inlineText(node);
  if (inline !== null)
    return node.type === 'blockCard' || node.type === 'embedCard' ? `${inline}\n` : inline;
  if (depth >= MAX_DEPTH) return '';
  const children = Array.isArray(node.content) ? node.content.filter(isNode) : [];
  const parts = children.map(
    (child, index) => prefix(node, child, index) + flatten(child, depth + 1),
  );
  if (node.type === 'tableRow') return `${parts.map(part => part.trim()).join(' | ')}\n`;
  let text = parts.join('');
  if (node.type === 'expand' || node.type === 'nestedExpand')
    text = `${attr(node, 'title')}\n${text}`;
  if (!BLOCKS.has(String(node.type)) || text.endsWith('\n')) return text;
  return `${text}\n`;
}

/** The text of a node that has no children to go into; null for the others. */
function inlineText(node: Node): string | null {
  switch (node.type) {
    case 'text':
      return typeof node.text === 'string' ? node.text : '';
    case 'hardBreak':
      return '\n';
    case 'mention':
      return attr(node, 'text') || `@${attr(node, 'id')}`;
    case 'emoji':
      return attr(node, 'text') || attr(node, 'shortName');
    case 'status':
    case 'placeholder':
      return attr(node, 'text');
    case 'date':
      return dateText(attr(node, 'timestamp'));
    case 'media':
    case 'mediaInline':
      return attr(node, 'alt');
    case 'rule':
      return '---\n';
    case 'inlineCard':
    case 'blockCard':
    case 'embedCard':
      return attr(node, 'url') || cardUrl(node.attrs?.data);
    default:
      return null;
  }
}

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

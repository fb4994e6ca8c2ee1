import { JqlError } from './api.ts';
import { MAX_LENGTH, tooLong } from './limits.ts';

export interface Token {
  kind: 'word' | 'quoted' | 'number' | 'keyword' | 'symbol' | 'end';
  /** As written, without quotes. Keywords in lower case, `null` as `empty`, `&` as `and`. */
  text: string;
  /** As written, without quotes. */
  source: string;
  /** Offset in the query. */
  at: number;
}

export const syntaxError = (message: string) =>
  new JqlError([`Error in the JQL Query: ${message}`]);

const KEYWORDS = new Map([
  ...'in is and or not empty was changed before after from to on during order by asc desc'
    .split(' ')
    .map(word => [word, word] as const),
  ['null', 'empty'],
  ['&', 'and'],
  ['&&', 'and'],
  ['|', 'or'],
  ['||', 'or'],
]);

const SPACE = /[ \t\r\n]*/y;
/** A symbol, or a word up to the next symbol, quote or space; `\` escapes a character. */
const SYMBOL_OR_WORD = /[<>!]=|!~|&&|\|\||[()[\],!<>=~&|]|(?:[^ \t\r\n()[\],!<>=~&|"'\\]+|\\.?)+/sy;
/** The legal beginning of a word. Some characters are allowed within quotes only. */
const WORD = /(?:[^\\{}*/%+^$#@?;`\p{Cc}]+|\\(?:["'\\tnr ]|u[0-9a-fA-F]{4}))*/uy;
/** The legal content of a string, by its quote. */
const STRING: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\]+|\\(?:["'\\tnr ]|u[0-9a-fA-F]{4}))*/y,
  "'": /(?:[^'\\]+|\\(?:["'\\tnr ]|u[0-9a-fA-F]{4}))*/y,
};

/** Throws Jira's error for unfinished strings, illegal escapes and unquoted reserved characters. */
export function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw tooLong();
  const tokens: Token[] = [];
  let at = matchAt(SPACE, text, 0).length;
  while (at < text.length) {
    const string = STRING[text.charAt(at)];
    const token = string ? quotedToken(text, at, string) : bareToken(text, at);
    tokens.push(token);
    at += token.source.length + (string ? 2 : 0);
    at += matchAt(SPACE, text, at).length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function quotedToken(text: string, at: number, pattern: RegExp): Token {
  const source = matchAt(pattern, text, at + 1);
  const end = at + 1 + source.length;
  if (text.charAt(end) === '\\') throw illegalEscape(text, end);
  if (end < text.length) return { kind: 'quoted', text: unescaped(source), source, at };
  const what = source === '' ? 'The quoted string' : `The quoted string '${source}'`;
  throw syntaxError(`${what} has not been completed.${position(text, at)}`);
}

function bareToken(text: string, at: number): Token {
  const source = matchAt(SYMBOL_OR_WORD, text, at);
  const end = matchAt(WORD, source, 0).length;
  if (source.charAt(end) === '\\') throw illegalEscape(text, at + end);
  if (end < source.length) {
    const char = source.charAt(end);
    const code = char.charCodeAt(0).toString(16).padStart(4, '0');
    throw syntaxError(
      `The character '${char}' is a reserved JQL character. You must enclose it in a string or use the escape '\\u${code}' instead.${position(text, at + end)}`,
    );
  }
  const keyword = KEYWORDS.get(source.toLowerCase());
  if (keyword) return { kind: 'keyword', text: keyword, source, at };
  if (/^-?\d+$/.test(source)) return { kind: 'number', text: source, source, at };
  const kind = /^[()[\],!<>=~]/.test(source) ? 'symbol' : 'word';
  return { kind, text: unescaped(source), source, at };
}

function illegalEscape(text: string, at: number): JqlError {
  const next = text.slice(at + 1, at + 3);
  const sequence = next.startsWith('u') ? next : next.slice(0, 1);
  return syntaxError(
    `'\\${sequence}' is an illegal JQL escape sequence. The valid escape sequences are \\', \\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX.${position(text, at)}`,
  );
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Without NUL, which PostgreSQL does not store. */
function unescaped(source: string): string {
  if (!source.includes('\\')) return source.replaceAll('\0', '');
  const text = source.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code?: string, sign = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPED[sign] ?? sign),
  );
  return text.replaceAll('\0', '');
}

/** Line and character, from 1. */
export function position(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return ` (line ${before.length}, character ${(before.at(-1) ?? '').length + 1})`;
}

/** A query cut into words, quoted strings and signs: enough to find a clause's end without understanding it. */

export interface Token {
  readonly kind: 'word' | 'string' | 'sign';
  /** The text in the query, quotes and escapes included. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How many parentheses are open around it. */
  readonly depth: number;
}

/** Signs that end a word; of these, quotes begin a string and a backslash takes the next sign with it. */
const BREAK = /[\s"'=!<>()~,[\]|&{}*/%+^$#@?;`]/;

/** Cuts a query into tokens. Never fails: a string that is not closed runs to the end. */
export function tokenize(jql: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < jql.length; ) {
    const sign = jql[at] ?? '';
    if (/\s/.test(sign)) {
      at += 1;
      continue;
    }
    const start = at;
    let kind: Token['kind'] = 'sign';
    if (sign === '"' || sign === "'") {
      kind = 'string';
      at = endOfString(jql, at);
    } else if (BREAK.test(sign)) {
      at += 1;
    } else {
      kind = 'word';
      at = endOfWord(jql, at);
    }
    if (sign === ')' && kind === 'sign') depth = Math.max(0, depth - 1);
    tokens.push({ kind, text: jql.slice(start, at), start, end: at, depth });
    if (sign === '(' && kind === 'sign') depth += 1;
  }
  return tokens;
}

function endOfString(jql: string, start: number): number {
  const quote = jql[start];
  for (let at = start + 1; at < jql.length; at++) {
    if (jql[at] === '\\') at += 1;
    else if (jql[at] === quote) return at + 1;
  }
  return jql.length;
}

function endOfWord(jql: string, start: number): number {
  let at = start;
  while (at < jql.length && !BREAK.test(jql[at] ?? '')) at += jql[at] === '\\' ? 2 : 1;
  return Math.min(at, jql.length);
}

/** True for the bare word, in either case. */
export function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}

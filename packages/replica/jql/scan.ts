/**
 * Finds what Jira rejects before parsing: unterminated strings, illegal escapes, and unquoted reserved characters.
 * Returns Jira's message with the position, or null.
 */
export function tokenError(text: string): string | null {
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") {
      const end = endOfString(text, at);
      if (typeof end === 'string') return end;
      at = end;
    } else if (char === '\\') {
      const wrong = wrongEscape(text, at);
      if (wrong) return wrong;
      at += 2;
    } else if (reservedCharacters.includes(char)) {
      const code = char.charCodeAt(0).toString(16).padStart(4, '0');
      return `The character '${char}' is a reserved JQL character. You must enclose it in a string or use the escape '\\u${code}' instead.${position(text, at)}`;
    } else at += 1;
  }
  return null;
}

/** Allowed only within strings. Brackets are left to the parser, for cf[1]. */
const reservedCharacters = '{}*/%+^$#@?;`';

function endOfString(text: string, start: number): number | string {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === quote) return at + 1;
    if (char === '\\') {
      const wrong = wrongEscape(text, at);
      if (wrong) return wrong;
      at += 2;
    } else at += 1;
  }
  const content = text.slice(start + 1);
  return content === ''
    ? `The quoted string has not been completed.${position(text, start)}`
    : `The quoted string '${content}' has not been completed.${position(text, start)}`;
}

function wrongEscape(text: string, at: number): string | null {
  const rest = text.slice(at + 1);
  if (/^(?:["'\\tnr ]|u[0-9a-fA-F]{4})/.test(rest)) return null;
  const shown = rest.startsWith('u') ? rest.slice(0, 2) : rest.slice(0, 1);
  return `'\\${shown}' is an illegal JQL escape sequence. The valid escape sequences are \\', \\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX.${position(text, at)}`;
}

/** Line and character, from 1. */
export function position(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return ` (line ${before.length}, character ${(before.at(-1) ?? '').length + 1})`;
}

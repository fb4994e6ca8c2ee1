/** Splits a query before its ORDER BY; words in quotes are left alone. */
export function splitOrder(jql: string): { where: string; order: string } {
  const words = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\border\s+by\b/gi;
  for (const match of jql.matchAll(words)) {
    if (/^order/i.test(match[0])) {
      return { where: jql.slice(0, match.index).trim(), order: jql.slice(match.index).trim() };
    }
  }
  return { where: jql.trim(), order: '' };
}

/** Where an error message says that it lies, from 0 in the text; null when it does not say. */
export function errorPosition(jql: string, message: string): number | null {
  const found = /\(line (\d+), character (\d+)\)/.exec(message);
  if (!found) return null;
  const lines = jql.split('\n').slice(0, Number(found[1]) - 1);
  const before = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return Math.min(jql.length, before + Number(found[2]) - 1);
}

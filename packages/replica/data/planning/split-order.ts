/** Splits off ORDER BY, since brackets may only enclose the rest. Quoted text is ignored. */
export function splitOrder(jql: string): { where: string; order: string } {
  const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;
  const bare = jql.replace(quoted, text => ' '.repeat(text.length));
  const at = bare.search(/\border\s+by\b/i);
  return at < 0
    ? { where: jql.trim(), order: '' }
    : { where: jql.slice(0, at).trim(), order: jql.slice(at).trim() };
}

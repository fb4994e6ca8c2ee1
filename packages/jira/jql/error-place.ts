/** Errors of a query and their place. */
export interface JqlCheck {
  /** The host's own words; empty when the query is good. */
  readonly errors: readonly string[];
  /** The place of the first error, counted from 0; null when the host names none. */
  readonly at: number | null;
}

/**
 * Where in the query the host's errors are. Hosts name the place as '(line 1, character 12)', counted from 1, or they
 * name the word in quotes; the first error with a place decides.
 */
export function describeJqlErrors(errors: readonly string[], jql: string): JqlCheck {
  for (const error of errors) {
    const at = placeByPosition(error, jql) ?? placeOfEnd(error, jql) ?? placeByWord(error, jql);
    if (at !== null) return { errors, at };
  }
  return { errors, at: null };
}

function placeByPosition(error: string, jql: string): number | null {
  const match = /line (\d+), character (\d+)/i.exec(error);
  if (!match) return null;
  const lines = jql.split('\n').slice(0, Number(match[1]) - 1);
  const before = lines.reduce((length, line) => length + line.length + 1, 0);
  const at = before + Number(match[2]) - 1;
  return at <= jql.length ? at : null;
}

/** The error of an incomplete query has no position. */
function placeOfEnd(error: string, jql: string): number | null {
  return /\b(before|at) the end of the query\b/.test(error) ? jql.length : null;
}

function placeByWord(error: string, jql: string): number | null {
  for (const [, word = ''] of error.matchAll(/'([^']+)'/g)) {
    const at = jql.toLowerCase().indexOf(word.toLowerCase());
    if (at >= 0) return at;
  }
  return null;
}

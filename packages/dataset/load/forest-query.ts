import type { ForestNeed } from '@tallyboard/core/model/requirement.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';

/** The issues of a query with those above and below them, by a JQL function of the replica. */
export function forestQuery(jql: string, { above, below, lowest }: ForestNeed): string {
  const rows =
    below === null ? 'none' : 'level' in below ? `level:${below.level}` : `type:${below.type}`;
  const texts = [jql, above, rows, lowest].map(quoteValue);
  return `issue in forestOf(${texts.join(', ')})`;
}

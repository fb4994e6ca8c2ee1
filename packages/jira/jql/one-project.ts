import { splitOrderBy } from './compose.ts';
import { isWord, tokenize } from './tokens.ts';

/** The project that a query is limited to by a clause 'project = X'; null for more, and for none. */
export function oneProject(jql: string): string | null {
  const tokens = tokenize(splitOrderBy(jql).where).filter(({ depth }) => depth === 0);
  if (tokens.some(token => isWord(token, 'or') || token.text === '|')) return null;
  const named = tokens.flatMap((token, at) =>
    isWord(token, 'project') && tokens[at + 1]?.text === '=' ? [tokens[at + 2]?.text ?? ''] : [],
  );
  const [name] = named;
  return name === undefined || named.length > 1 ? null : name.replace(/^["']|["']$/g, '') || null;
}

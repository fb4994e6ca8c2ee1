import type { Definition } from '@tallyboard/core/model/result.ts';

/** How figures are meant, by their names and in this order. */
export const definitions = (texts: Readonly<Record<string, string>>): readonly Definition[] =>
  Object.entries(texts).map(([figure, text]) => ({ figure, text }));

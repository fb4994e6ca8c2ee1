import { anonymize } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import { loadedOf } from '../datasets.ts';
import type { Query } from './query.ts';

export const anonymous: Query<'anonymous'> = async (
  { datasets },
  { dataset: id, context, coverage, typed },
) => {
  const base = datasets.entry(id);
  const made = anonymize(base.dataset, typed);
  const entry = datasets.past(base, `anonymous ${JSON.stringify(typed)}`, () => made.dataset);
  return {
    loaded: loadedOf(entry),
    fields: made.dataset.fields,
    context: made.context(context),
    coverage: made.coverage(coverage),
    typed: typed.map(made.typed),
  };
};

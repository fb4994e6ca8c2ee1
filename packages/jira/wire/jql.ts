import * as v from 'valibot';
import { maybe } from './parse.ts';

export const WireParsedQueries = v.object({
  queries: v.array(
    v.object({
      query: v.string(),
      errors: maybe(v.array(v.string())),
      warnings: maybe(v.array(v.string())),
    }),
  ),
});

/** The host writes booleans of this resource as the strings 'true' and 'false'. */
export const WireAutocompleteData = v.object({
  visibleFieldNames: v.array(
    v.object({
      value: v.string(),
      displayName: v.string(),
      operators: maybe(v.array(v.string())),
      types: maybe(v.array(v.string())),
      orderable: maybe(v.string()),
      searchable: maybe(v.string()),
      auto: maybe(v.string()),
      cfid: maybe(v.string()),
    }),
  ),
  visibleFunctionNames: v.array(
    v.object({
      value: v.string(),
      displayName: v.string(),
      isList: maybe(v.string()),
      types: maybe(v.array(v.string())),
    }),
  ),
  jqlReservedWords: v.array(v.string()),
});
export type WireAutocompleteData = v.InferOutput<typeof WireAutocompleteData>;

export const WireSuggestions = v.object({
  results: v.array(v.object({ value: v.string(), displayName: v.string() })),
});

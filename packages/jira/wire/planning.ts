import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

/** A 207 answer to a rank or move: some of the issues may have failed. */
export const WireRankResult = v.object({
  entries: maybe(
    v.array(
      v.object({
        issueId: maybe(idText),
        issueKey: maybe(v.string()),
        status: v.number(),
        errors: maybe(v.array(v.string())),
      }),
    ),
  ),
});

export const WireEstimation = v.object({
  fieldId: maybe(v.string()),
  value: maybe(v.union([v.number(), v.string()])),
});

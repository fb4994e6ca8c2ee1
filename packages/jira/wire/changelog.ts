import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

/** Histories stay unknown here: the hot path checks each by hand (wire/issue.ts). */
export const WireBulkChangelogs = v.object({
  issueChangeLogs: maybe(
    v.array(v.object({ issueId: idText, changeHistories: maybe(v.array(v.unknown())) })),
  ),
  nextPageToken: maybe(v.string()),
});
export type WireBulkChangelogs = v.InferOutput<typeof WireBulkChangelogs>;

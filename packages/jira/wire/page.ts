import * as v from 'valibot';
import { maybe } from './parse.ts';

/** What all pages of startAt paging may say; the list is under a name of its own. */
export const WirePage = v.object({
  startAt: maybe(v.number()),
  maxResults: maybe(v.number()),
  total: maybe(v.number()),
  isLast: maybe(v.boolean()),
  warningMessages: maybe(v.array(v.string())),
});

/** A page of ids from the token search. */
export const WireTokenPage = v.object({
  issues: v.array(v.unknown()),
  nextPageToken: maybe(v.string()),
  isLast: maybe(v.boolean()),
  warnings: maybe(v.array(v.object({ message: maybe(v.string()) }))),
});

export const WireCount = v.object({ count: v.number() });

/** Issues stay unknown here: the hot path checks each by hand (wire/issue.ts). */
export const WireBulkIssues = v.object({
  issues: v.array(v.unknown()),
  issueErrors: maybe(v.array(v.object({ id: maybe(v.string()), errorMessage: maybe(v.string()) }))),
});

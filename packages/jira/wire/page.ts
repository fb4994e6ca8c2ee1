import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

/** A page by startAt; its list has a name of its own. */
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
});

export const WireCount = v.object({ count: v.number() });

/** Issues and histories stay unknown: wire/issue.ts checks them. */
export const WireBulkIssues = v.object({
  issues: v.array(v.unknown()),
  issueErrors: maybe(v.array(v.object({ id: maybe(v.string()), errorMessage: maybe(v.string()) }))),
});

export const WireBulkChangelogs = v.object({
  issueChangeLogs: maybe(
    v.array(v.object({ issueId: idText, changeHistories: maybe(v.array(v.unknown())) })),
  ),
  nextPageToken: maybe(v.string()),
});

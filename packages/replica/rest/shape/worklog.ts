import type { StoredWorklog } from '../../data/issues/issue-document.ts';
import type { Call } from '../api.ts';
import type { Converter } from './converter.ts';

/** Jira inlines this many of the oldest worklogs. */
export const inlineWorklogs = 20;

export function shapeWorklog(worklog: StoredWorklog, call: Call, convert: Converter) {
  const { comment, self: _, ...document } = worklog.document;
  const version = call.version;
  return {
    self: `${call.base}/rest/api/${version}/issue/${worklog.issueId}/worklog/${worklog.id}`,
    ...(convert.value(document) as Record<string, unknown>),
    comment: convert.richText(comment) ?? undefined,
    id: worklog.id,
    issueId: worklog.issueId,
  };
}

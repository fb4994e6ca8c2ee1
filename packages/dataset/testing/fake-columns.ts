import type { Issue } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import { StreamWriter } from '../columns/stream.ts';
import { toArrow } from '../columns/to-arrow.ts';
import type { Metadata } from '../load/metadata.ts';
import { COLUMNS_PATH } from '../stream/fetch-columns.ts';
import { selectColumns } from '../stream/select-columns.ts';

export interface FakeColumns {
  readonly metadata: Metadata;
  readonly issues: readonly Issue[];
  /** Names the state of the issues. */
  readonly version: string;
}

/** The reply of a host with columns; null for other calls. */
export function answerColumns(
  { path, body, ifNoneMatch }: HttpRequest,
  { metadata, issues, version }: FakeColumns,
): HttpReply | null {
  if (path !== COLUMNS_PATH) return null;
  const { requirement } = body as { requirement: Requirement };
  const etag = JSON.stringify(requirement).replaceAll('"', '') + version;
  const reply = { headers: { etag }, body: '' };
  if (ifNoneMatch === etag) return { ...reply, status: 304 };
  const writer = new StreamWriter({
    places: new Map(issues.map(({ id }, place) => [Number(id), place])),
    selection: selectColumns({ ...NO_REQUIREMENT, ...requirement }, metadata),
    revision: 1,
    addresses: { stored: '', sent: '' },
  });
  const stored = issues.map(issue => ({ issue, historyCount: issue.changes.length }));
  const parts = [writer.add(toArrow(stored)), writer.end()];
  return { ...reply, status: 200, value: new Uint8Array(Buffer.concat(parts)) };
}

import type {
  IssueDocument,
  StoredHistory,
  StoredWorklog,
} from '../../data/issues/issue-document.ts';
import { type Html, html } from '../shape/html.ts';
import { htmlFromRichText } from '../shape/rich-text.ts';
import { section, table } from './browse.ts';
import { formatDuration, formatElapsed, formatInstant, parseInstant } from './format.ts';
import type { PageCall } from './layout.ts';

/** The statuses that the issue went through, how long it stayed in each, and every other change. */
export function historySection(
  issue: IssueDocument,
  histories: StoredHistory[],
  call: PageCall,
): Html {
  const { zone } = call.caller;
  let since = parseInstant(String(issue.fields.created ?? ''));
  const moves: Html[] = [];
  for (const history of histories) {
    for (const item of history.items.filter(({ field }) => field === 'status')) {
      const stayed = formatElapsed(history.createdMs - since);
      since = history.createdMs;
      moves.push(
        html`<tr><td>${formatInstant(history.createdMs, zone)}</td><td>${item.fromString}</td><td>${item.toString}</td><td>${stayed}</td><td>${history.author?.displayName ?? 'Someone'}</td></tr>`,
      );
    }
  }
  const statusTable =
    moves.length > 0
      ? table(['When', 'From', 'To', 'Time in status before', 'By'], moves)
      : html`<p class="quiet">The status has not changed since the issue was created.</p>`;
  return html`${section('Status history', statusTable)}${allChanges(histories, zone)}`;
}

function allChanges(histories: StoredHistory[], zone: string): Html | null {
  if (histories.length === 0) return null;
  const rows = histories
    .toReversed()
    .flatMap(history =>
      history.items.map(
        item =>
          html`<tr><td>${formatInstant(history.createdMs, zone)}</td><td>${history.author?.displayName ?? 'Someone'}</td><td>${item.field}</td><td>${item.fromString}</td><td>${item.toString}</td></tr>`,
      ),
    );
  return html`<details><summary>All ${rows.length} changes</summary>${table(['When', 'By', 'Field', 'From', 'To'], rows)}</details>`;
}

export function worklogSection(worklogs: StoredWorklog[], call: PageCall): Html | null {
  if (worklogs.length === 0) return null;
  let total = 0;
  const rows = worklogs.map(({ startedMs, document }) => {
    const seconds = Number(document.timeSpentSeconds ?? 0);
    total += seconds;
    const author = (document.author as { displayName?: string } | null)?.displayName;
    return html`<tr><td>${formatInstant(startedMs, call.caller.zone)}</td><td>${author ?? 'Someone'}</td><td>${formatDuration(seconds)}</td><td>${htmlFromRichText(document.comment)}</td></tr>`;
  });
  const title = `Work log (${formatDuration(total)})`;
  return section(title, table(['Started', 'Author', 'Time spent', 'Comment'], rows));
}

interface Comment {
  author?: { displayName?: string } | null;
  created?: string;
  body?: unknown;
}

export function commentSection(value: unknown, call: PageCall): Html | null {
  const comments = (value as { comments?: Comment[] } | null)?.comments ?? [];
  if (comments.length === 0) return null;
  const items = comments.map(
    ({ author, created, body }) =>
      html`<article><h3>${author?.displayName ?? 'Someone'}, ${formatInstant(created, call.caller.zone)}</h3>${htmlFromRichText(body)}</article>`,
  );
  return section('Comments', html`${items}`);
}

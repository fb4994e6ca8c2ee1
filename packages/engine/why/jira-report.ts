/** Jira's own Sprint Report beside a figure of a sprint, where it may be asked. */
import { issueAt } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import {
  fetchSprintReport,
  type SprintReportLists,
} from '@tallyboard/jira/endpoints/sprint-report.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';

/** An issue list of Jira's report, and how ours differs from it. */
export interface JiraList {
  /** As the report calls it. */
  readonly list: string;
  readonly issues: string[];
  readonly onlyJira: string[];
  readonly onlyOurs: string[];
}

const LISTS: Readonly<
  Record<string, { readonly list: string; of(lists: SprintReportLists): readonly string[] }>
> = {
  completed: { list: 'Completed issues', of: ({ completed }) => completed },
  carriedOver: { list: 'Issues not completed', of: ({ notCompleted }) => notCompleted },
  removed: { list: 'Issues removed from sprint', of: ({ removed }) => removed },
  added: { list: 'Issues added after sprint start', of: ({ added }) => added },
  committed: {
    list: 'Issues at sprint start',
    of({ added, completed, completedElsewhere, notCompleted, removed }) {
      const later = new Set(added);
      const all = [...completed, ...completedElsewhere, ...notCompleted, ...removed];
      return all.filter(key => !later.has(key));
    },
  },
};

/** By the key of the figure: 'sprint:14/completed', on the chosen board. Null where Jira has no such list, or does not give it. */
export async function jiraListOf(
  client: JiraClient,
  key: string,
  chosen: unknown,
  ours: {
    readonly figure: Figure | null;
    readonly dataset: Pick<Dataset, 'issues' | 'above' | 'sprints'>;
  },
): Promise<JiraList | null> {
  const [, sprint, name = ''] = /^sprint:(\d+)\/(\w+)$/.exec(key) ?? [];
  const wanted = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  // Without a board, the one that the sprint was made on.
  const board =
    typeof chosen === 'number'
      ? chosen
      : [...ours.dataset.sprints.values()].find(({ id }) => id === Number(sprint))?.boardId;
  if (!wanted || sprint === undefined || typeof board !== 'number' || !ours.figure) return null;
  try {
    const lists = await fetchSprintReport(client, { board, sprint: Number(sprint) });
    const issues = [...new Set(wanted.of(lists))];
    const own = new Set<string>();
    for (const row of ours.figure.issues) {
      const issue = issueAt(ours.dataset, row);
      if (issue) own.add(issue.key);
    }
    const theirs = new Set(issues);
    return {
      list: wanted.list,
      issues,
      onlyJira: issues.filter(issue => !own.has(issue)),
      onlyOurs: [...own].filter(issue => !theirs.has(issue)),
    };
  } catch (error) {
    if (isAbort(error)) throw error;
    // No public API: its absence is no error.
    return null;
  }
}

/** " Jira's Sprint Report has 12 under 'Completed issues': with WEB-4, which is not here." */
export function jiraSentence({ list, issues, onlyJira, onlyOurs }: JiraList): string {
  const head = ` Jira's Sprint Report has ${issues.length} under '${list}'`;
  if (onlyJira.length + onlyOurs.length === 0) return `${head}, the same as here.`;
  const parts = [
    ...(onlyJira.length > 0
      ? [`with ${named(onlyJira)}, which ${isOrAre(onlyJira)} not here`]
      : []),
    ...(onlyOurs.length > 0 ? [`without ${named(onlyOurs)}, which ${isOrAre(onlyOurs)} here`] : []),
  ];
  return `${head}: ${parts.join(', and ')}.`;
}

const isOrAre = ({ length }: readonly string[]) => (length === 1 ? 'is' : 'are');

const MAX_KEYS = 5;

function named(keys: readonly string[]): string {
  const more = keys.length - MAX_KEYS;
  return keys.slice(0, MAX_KEYS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { readOne } from '../read.ts';
import { maybe } from '../wire/parse.ts';

/** Keys of issues, as Jira's own Sprint Report lists them. */
export interface SprintReportLists {
  readonly completed: readonly string[];
  readonly completedElsewhere: readonly string[];
  readonly notCompleted: readonly string[];
  readonly removed: readonly string[];
  /** After the sprint began; each is in one of the others too. */
  readonly added: readonly string[];
}

const Issues = maybe(v.array(v.object({ key: v.string() })));

const SprintReport = v.object({
  contents: v.object({
    completedIssues: Issues,
    issuesCompletedInAnotherSprint: Issues,
    issuesNotCompletedInCurrentSprint: Issues,
    // Of Data Center before 7.
    incompletedIssues: Issues,
    puntedIssues: Issues,
    issueKeysAddedDuringSprint: maybe(v.record(v.string(), v.unknown())),
  }),
});

/** The Sprint Report of a board. No public API: a site may refuse it, and apps of Forge may not ask. */
export async function fetchSprintReport(
  client: JiraClient,
  { board, sprint }: { readonly board: number; readonly sprint: number },
  signal?: AbortSignal,
): Promise<SprintReportLists> {
  const address = '/rest/greenhopper/1.0/rapid/charts/sprintreport';
  const query = { rapidViewId: board, sprintId: sprint };
  const { contents } = await readOne(client, SprintReport, address, { query, signal });
  const keys = (issues: v.InferOutput<typeof Issues>) => issues?.map(({ key }) => key) ?? [];
  return {
    completed: keys(contents.completedIssues),
    completedElsewhere: keys(contents.issuesCompletedInAnotherSprint),
    notCompleted: keys(contents.issuesNotCompletedInCurrentSprint ?? contents.incompletedIssues),
    removed: keys(contents.puntedIssues),
    added: Object.keys(contents.issueKeysAddedDuringSprint ?? {}),
  };
}

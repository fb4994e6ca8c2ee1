import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { selectRows } from '@tallyboard/report-kit/figures/figures.ts';
import { issueNotes, unknownCategory } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type NumberKind, readerOf, slaIds } from './fields.ts';
import type { IssuesBySettings } from './settings.ts';

export const issuesByDefinitions = (
  dataset: Dataset,
  settings: IssuesBySettings,
  { rule }: DoneInForce,
): readonly Definition[] => [
  ...definitions({
    [settings.label]: fieldText(dataset, settings),
    Issues:
      'Issues of the query that have the value. An issue with several values counts in each of them, and once in the total.',
  }),
  resolvedDefinition(rule),
];

const NUMBER_TEXTS: Readonly<Record<NumberKind, string>> = {
  due: 'The due date of the issue.',
  progress:
    'Time spent of time spent plus remaining estimate, of the issue alone, in whole percent.',
  'sum-progress':
    "Time spent of time spent plus remaining estimate, as Jira adds up the issue and its sub-tasks, in whole percent. There is no sum of it: sub-tasks are in their parents' figures already.",
  votes: 'How many people voted for the issue.',
  watches: 'How many people watch the issue.',
  sla: "'Yes' when any cycle of the SLA is breached, finished or running; 'Not Defined' when it never started.",
};

function fieldText(dataset: Dataset, { field, label }: IssuesBySettings): string {
  const read = readerOf(field)?.read;
  if (typeof read === 'string' && Object.hasOwn(NUMBER_TEXTS, read)) {
    const missing = read === 'sla' && slaIds(field, dataset.special, dataset.fields).length === 0;
    return `${NUMBER_TEXTS[read as NumberKind]}${missing ? ' This site has no such SLA.' : ''}`;
  }
  if (typeof read !== 'object') return `The ${label.toLowerCase()} that the issue has now.`;
  const name = dataset.fields.find(({ id }) => id === read.field)?.name;
  return name === undefined ? 'This site has no such field.' : `From the field ${name}.`;
}

export function issuesByNotes({ issues }: Dataset): readonly Note[] {
  return issueNotes([
    unknownCategory(selectRows(issues.length, row => issues[row]?.status.known === false)),
  ]);
}

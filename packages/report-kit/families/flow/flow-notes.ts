import { rowsWithoutHistory } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Definition, Note } from '@tallyboard/core/model/result.ts';
import { selectRows } from '../../figures/figures.ts';
import { has, issueNotes } from '../../figures/issue-notes.ts';
import type { FlowSettings } from './flow-settings.ts';
import type { FlowReplay } from './replay.ts';
import type { Workflow } from './workflow.ts';

export function flowNotes({ issues }: Dataset, replay: FlowReplay): readonly Note[] {
  const count = issues.length;
  return issueNotes([
    {
      code: 'not-yet',
      words: [
        'issue was created after the report date (excluded).',
        'issues were created after the report date (excluded).',
      ],
      issues: selectRows(count, row => replay.later[row] === 1),
    },
    {
      code: 'no-history',
      words: has('incomplete history; start or finish may be missing or too late.'),
      issues: rowsWithoutHistory(issues),
    },
    {
      code: 'no-status-changes',
      words: has('no status changes, so that the start is unknown.'),
      issues: selectRows(
        count,
        row => replay.unknown[row] === 1 && issues[row]?.historyComplete === true,
      ),
    },
    {
      code: 'unmapped-status',
      words: [
        'issue was in a status without a column; that time counts nowhere.',
        'issues were in a status without a column; that time counts nowhere.',
      ],
      issues: selectRows(count, row => replay.unmapped[row] === 1),
    },
  ]);
}

const SOURCES: Readonly<Record<Workflow['source'], string>> = {
  settings: 'the chosen workflow',
  board: 'the columns of the board',
  categories: 'the status categories',
};

/** How start and finish are found. */
export function flowDefinition(
  { source, columns, start, finish }: Workflow,
  { startRule }: Pick<FlowSettings, 'startRule'>,
): Definition {
  const entry = startRule === 'first' ? 'first' : 'last';
  return {
    figure: 'Start and finish',
    text: `By ${SOURCES[source]}: the ${entry} entry into ${columns[start] ?? '-'} or a column right of it, and the entry into ${columns[finish] ?? '-'} or right of it that was not left since. A reopened issue has no finish until it is finished again.`,
  };
}

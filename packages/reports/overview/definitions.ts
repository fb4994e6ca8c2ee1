import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import {
  breakdownDefinitions,
  PERCENT_RESOLVED,
} from '@tallyboard/report-kit/families/status/status-definitions.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import { ATTENTION_LISTS } from './lists.ts';
import type { OverviewSettings } from './settings.ts';

/** Returns how the figures of the overview are defined, in the order in which they stand. */
export function overviewDefinitions(
  dataset: Dataset,
  settings: OverviewSettings,
  { rule }: DoneInForce,
): readonly Definition[] {
  return [
    resolvedDefinition(rule, PERCENT_RESOLVED),
    {
      figure: 'With a resolution',
      text: 'Issues with a resolution or a resolution date, whatever their status says.',
    },
    {
      figure: 'Time spent',
      text: 'Logged time against actual time, which is time spent plus remaining estimate. Parents and sub-tasks count with their own time, never with sums that Jira makes of them.',
    },
    ...ATTENTION_LISTS.map(({ title, reason }) => ({ figure: title, text: reason })),
    ...breakdownDefinitions(dataset, settings),
  ];
}

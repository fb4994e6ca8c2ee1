import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import {
  breakdownDefinitions,
  PERCENT_RESOLVED,
} from '@tallyboard/report-kit/families/status/status-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { resolvedDefinition } from '@tallyboard/report-kit/settings/done-settings.ts';
import { ATTENTION_LISTS } from './lists.ts';
import type { OverviewSettings } from './settings.ts';

export const overviewDefinitions = (
  dataset: Dataset,
  settings: OverviewSettings,
  { rule }: DoneInForce,
): readonly Definition[] => [
  resolvedDefinition(rule, PERCENT_RESOLVED),
  ...definitions({
    'With a resolution': 'Issues with a resolution or a resolution date, whatever their status.',
    'Time spent':
      'Logged time against actual time, which is time spent plus remaining estimate. Parents and sub-tasks count with their own time, not with sums that Jira makes of them.',
    ...Object.fromEntries(ATTENTION_LISTS.map(({ title, reason }) => [title, reason])),
  }),
  ...breakdownDefinitions(dataset, settings),
];

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { definitions } from '../../figures/definitions.ts';
import type { StatusSettings } from './status-settings.ts';

export const PERCENT_RESOLVED = ' Percent resolved is resolved against all, 0 when there is none.';

export function breakdownDefinitions(dataset: Dataset, settings: StatusSettings) {
  const { estimation } = settings;
  const compared = estimation === 'time' ? 'time spent' : 'what is resolved';
  const amount = { count: 'issues', points: 'story points', time: 'total estimate' }[estimation];
  return definitions({
    Groups: 'An issue with several values counts in each of its groups, and once in the total.',
    Overdue: 'Unresolved, and the due date is before today in your time zone.',
    'Compared to Average': `How far ${compared} in the group lies from the mean of all groups, in percent of that mean.`,
    Share:
      estimation === 'time'
        ? `The ${amount} of the group, which is time spent plus time remaining, in percent of that of all issues.`
        : `The ${amount} of the group in percent of all ${amount}.`,
    'Story points': pointsText(dataset, settings),
  });
}

function pointsText(dataset: Dataset, settings: StatusSettings): string {
  const { special } = dataset;
  const names = (ids: readonly FieldId[]) =>
    ids.map(id => dataset.fields.find(field => field.id === id)?.name ?? id);
  const fields =
    settings.pointsField === null
      ? names([...special.storyPoints, ...special.storyPointEstimate])
      : names([settings.pointsField]);
  const source = fields.length === 0 ? 'No field was found.' : `From ${fields.join(', then ')}.`;
  const scope = {
    all: 'Sub-tasks count with their own points.',
    parents: 'Sub-tasks do not count.',
    'sub-tasks': 'Only sub-tasks count.',
  }[settings.pointsScope];
  return `${source} ${scope}`;
}

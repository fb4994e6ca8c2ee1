/** How the figures of the status reports are defined, for 'How computed'. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import type { StatusSettings } from './status-settings.ts';

/** Behind the definition of what is resolved. */
export const PERCENT_RESOLVED = ' Percent resolved is resolved against all, 0 when there is none.';

export function breakdownDefinitions(
  dataset: Dataset,
  settings: StatusSettings,
): readonly Definition[] {
  return [
    {
      figure: 'Groups',
      text: 'An issue with several values counts in each of its groups, and once in the total.',
    },
    { figure: 'Overdue', text: 'Unresolved, and the due date is before today in your time zone.' },
    comparedDefinition(settings),
    shareDefinition(settings),
    pointsDefinition(dataset, settings),
  ];
}

function comparedDefinition({ estimation }: StatusSettings): Definition {
  const what = estimation === 'time' ? 'time spent' : 'what is resolved';
  return {
    figure: 'Compared to Average',
    text: `How far ${what} in the group lies from the mean of all groups, in percent of that mean.`,
  };
}

function shareDefinition({ estimation }: StatusSettings): Definition {
  const what = { count: 'issues', points: 'story points', time: 'total estimate' }[estimation];
  return {
    figure: 'Share',
    text:
      estimation === 'time'
        ? `The ${what} of the group, which is time spent plus time remaining, in percent of that of all issues.`
        : `The ${what} of the group in percent of all ${what}.`,
  };
}

function pointsDefinition(dataset: Dataset, settings: StatusSettings): Definition {
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
  return { figure: 'Story points', text: `${source} ${scope}` };
}

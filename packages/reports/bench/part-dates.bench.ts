/**
 * Dates of versions of real projects, asked by the forecast on four days of each: how often they were kept, and whether a line
 * is named by a level that its record does not hold.
 */

import { LEVELS, pinballLoss } from '@tallyboard/core/forecast/levels.ts';
import { mean } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { DAY, type Instant } from '@tallyboard/core/time/units.ts';
import { namedLevel } from '../forecast/answers.ts';
import computeForecast, { type ForecastResult } from '../forecast/compute.ts';
import { forecastSettings } from '../forecast/settings.ts';
import { datasetOf, readTidev } from '../testing/real-issues.ts';

const PROJECTS = ['ALOY', 'MOD', 'DAEMON'] as const;
const MIN_ISSUES = 10;
/** When so much of a version is finished. */
const SHARES = [0.1, 0.3, 0.5, 0.7];

interface Answer {
  readonly result: ForecastResult;
  /** Days until four fifths of the open issues were finished; null if they are not. */
  readonly actual: number | null;
}

export default async function bench() {
  const answers = PROJECTS.flatMap(name => {
    const { issues, ...others } = datasetOf(readTidev(name));
    const data = { ...others, issues: issues.map(each => ({ ...each, historyComplete: false })) };
    return versionsOf(data).flatMap(id => SHARES.flatMap(share => ask(data, id, share)));
  });
  const known = answers.filter(({ actual, result }) => actual !== null && result.when !== null);
  const kept = LEVELS.map(level => {
    const held = known.filter(({ result, actual }) => (actual ?? 0) <= (result.when?.[level] ?? 0));
    return (100 * held.length) / known.length;
  });
  const loss = mean(
    known.map(({ result: { when }, actual }) =>
      pinballLoss(
        'when',
        LEVELS.map(level => when?.[level] ?? 0),
        actual ?? 0,
      ),
    ),
  );
  const misnamed = answers.filter(({ result: { kept, when } }) =>
    LEVELS.some(
      level => when && namedLevel(kept, level) && kept !== null && kept[level] <= level - 10,
    ),
  );
  return [
    {
      name: `Dates of versions, ${known.length} of ${answers.length} answered: ${kept.map(Math.round).join(' ')}% kept, mean gap`,
      value: mean(kept.map((share, at) => Math.abs(share - LEVELS[at]!))) ?? Number.NaN,
      limit: 100,
      unit: 'points',
    },
    { name: 'Pinball loss of the same', value: loss ?? Number.NaN, limit: 1000, unit: 'days' },
    {
      name: 'Lines named by a level that their record does not hold',
      value: misnamed.length,
      limit: 0,
      unit: '',
    },
  ];
}

function versionsOf({ issues }: Dataset): readonly string[] {
  const counts = new Map<string, number>();
  for (const { fixVersions } of issues)
    for (const { id } of fixVersions) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].flatMap(([id, count]) => (count >= MIN_ISSUES ? [id] : []));
}

/** Asked at the end of the day on which so much of the version was finished for the first time. */
function ask(data: Dataset, id: string, share: number): readonly Answer[] {
  const own = data.issues.filter(({ fixVersions }) => fixVersions.some(each => each.id === id));
  const days = [
    ...new Set(own.flatMap(({ resolved }) => (resolved === null ? [] : [endOf(resolved)]))),
  ];
  const asOf = days
    .sort((a, b) => a - b)
    .find(day => {
      const known = own.filter(({ created }) => created <= day);
      const done = known.filter(({ resolved }) => resolved !== null && resolved <= day);
      return done.length >= share * known.length && done.length < known.length;
    });
  if (asOf === undefined) return [];
  const settings = forecastSettings.parse({ question: 'when', scope: `version:${id}` }).value;
  const at = pastOf(data, asOf);
  const { result } = computeForecast(at, settings, context({ asOf }));
  const open = own.filter(
    ({ created, resolved }) => created <= asOf && (resolved === null || resolved > asOf),
  );
  const ends = open.flatMap(({ resolved }) => resolved ?? []).sort((a, b) => a - b);
  const end = ends[Math.ceil((4 / 5) * open.length) - 1];
  return [{ result, actual: end === undefined ? null : Math.ceil((end - asOf) / DAY) }];
}

const endOf = (at: Instant): Instant => (Math.floor(at / DAY) + 1) * DAY - 1;

/** As of an instant; without histories, dates alone tell. */
const pastOf = (data: Dataset, asOf: Instant): Dataset => ({
  ...data,
  issues: data.issues
    .filter(({ created }) => created <= asOf)
    .map(issue => {
      const isLater = issue.resolved !== null && issue.resolved > asOf;
      return isLater ? { ...issue, resolved: null, resolution: null, status: OPEN } : issue;
    }),
});

const OPEN = {
  id: '1',
  name: 'Open',
  category: 'to-do',
  known: true,
} as unknown as Dataset['issues'][number]['status'];

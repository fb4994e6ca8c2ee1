/** A report as of a past day equals the report over the data of that day. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { DAY, type Instant } from '@tallyboard/core/time/units.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findComputingReport } from './testing/find-computing-report.ts';
import { aStory, datasetOf } from './testing/random-stories.ts';
import { readStatusHistories, statusDataset } from './testing/status-histories.ts';

const REPORTS = ['cycle-time', 'throughput'];

/** The issues as they were at `t`. */
function cut({ issues, statuses, ...others }: Dataset, t: Instant): Dataset {
  return {
    ...others,
    statuses,
    issues: issues.flatMap(issue => (issue.created > t ? [] : [cutIssue(issue, statuses, t)])),
  };
}

function cutIssue(issue: Issue, statuses: Dataset['statuses'], t: Instant): Issue {
  const moves = issue.changes.filter(({ field }) => field === 'status');
  const last = moves.findLast(({ at }) => at <= t);
  const next = moves.find(({ at }) => at > t);
  const id = next && (last ? last.to : next.from);
  const status = [...statuses.values()].find(each => each.id === id);
  const isLater = (at: Instant | null) => at !== null && at > t;
  return {
    ...issue,
    changes: issue.changes.filter(({ at }) => at <= t),
    ...(next && {
      status: status ?? {
        id: id as Issue['status']['id'],
        name: '',
        category: 'none',
        known: false,
      },
    }),
    resolved: isLater(issue.resolved) ? null : issue.resolved,
    resolution: isLater(issue.resolved) ? null : issue.resolution,
    statusCategoryChanged: isLater(issue.statusCategoryChanged)
      ? null
      : issue.statusCategoryChanged,
  };
}

async function records(id: string, data: Dataset, stored: object, asOf: Instant) {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const { value } = report.settings.parse(stored);
  const { result } = report.compute(data, value, context({ asOf }));
  return report.records?.(result, row => data.issues[row]?.key ?? '');
}

describe.each(REPORTS)('%s', id => {
  test('of random stories', async () => {
    await fc.assert(
      fc.asyncProperty(
        aStory,
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom({}, { startRule: 'last', unit: 'elapsed' }),
        async (story, day, stored) => {
          const data = datasetOf(story);
          const t = Date.UTC(2026, 1, 26, 15) + day * DAY;
          expect(await records(id, data, stored, t)).toEqual(
            await records(id, cut(data, t), stored, t),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  const raw = readStatusHistories('aea');
  test.skipIf(raw === null)('of real issues on 60 days', async () => {
    const data = statusDataset(raw ?? []);
    const last = Math.max(...data.issues.map(({ updated }) => updated));
    for (let n = 0; n < 60; n++) {
      const t = last - n * 7 * DAY;
      expect(await records(id, data, {}, t)).toEqual(await records(id, cut(data, t), {}, t));
    }
  });
});

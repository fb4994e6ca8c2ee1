/** A report as of a past day equals the report over the data of that day. */

import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY, HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { type AnyComputingReport, findComputingReport } from './testing/find-computing-report.ts';
import { aStory, DAYS, datasetOf, type StoryIssue } from './testing/random-stories.ts';
import { historyDataset, type RawHistoryIssue, readAea } from './testing/real-histories.ts';
import { runsOf } from './testing/report-runs.ts';

type Stored = Readonly<Record<string, unknown>>;

function resultOf(report: AnyComputingReport, stored: Stored, data: Dataset, asOf: Instant) {
  const { value } = report.settings.parse(stored);
  return report.compute(data, value, context({ asOf, past: true })).result;
}

/** The result as of an instant, and that of the data of then. */
function both(
  report: AnyComputingReport,
  stored: Stored,
  asOf: Instant,
  data: { readonly today: Dataset; readonly cut: Dataset },
) {
  const { value } = report.settings.parse(stored);
  const { history } = report.requires(value, context({ asOf, past: true }));
  return [
    resultOf(report, stored, datasetAt(data.today, asOf, history), asOf),
    resultOf(report, stored, withHistory(data.cut, history), asOf),
  ];
}

/** The data as a report that requires these changes gets it. */
const withHistory = (data: Dataset, history: readonly Change['field'][]): Dataset => ({
  ...data,
  issues: data.issues.map(issue => ({
    ...issue,
    changes: issue.changes.filter(({ field }) => history.includes(field)),
    historyComplete: history.length > 0 && issue.historyComplete,
  })),
});

/** The story with the changes of times that Jira records when work is logged. */
function storyData(story: readonly StoryIssue[], until?: Instant): Dataset {
  const whole = story.map(each => ({ ...each, history: true }));
  const data = datasetOf(whole, until);
  return { ...data, issues: data.issues.map(withTimes).map(inSprintsOfParent) };
}

/** Jira gives a sub-task the sprints of its parent, and writes no change of it. */
function inSprintsOfParent(issue: Issue, _: number, all: readonly Issue[]): Issue {
  if (!issue.type.subtask) return issue;
  const parent = all.find(({ key, type }) => key === issue.parent?.key && !type.subtask);
  const changes = issue.changes.filter(({ field }) => field !== 'sprint');
  const instants = [...changes, ...issue.worklogs.map(({ started: at }) => ({ at }))];
  const updated = Math.max(issue.created, ...instants.map(({ at }) => at));
  return { ...issue, sprints: parent?.sprints ?? [], changes, updated };
}

function withTimes(issue: Issue): Issue {
  const changes: Change[] = [];
  const estimates = issue.changes.filter(({ field }) => field === 'originalEstimate');
  const originalAt = (t: Instant) => {
    const last = estimates.findLast(({ at }) => at <= t);
    const text = last ? last.to : estimates[0] ? estimates[0].from : issue.originalSeconds;
    return text === null || text === undefined ? null : Number(text);
  };
  const instants = [...estimates, ...issue.worklogs.map(({ started: at }) => ({ at }))];
  let spent: number | null = null;
  let remaining = originalAt(issue.created);
  for (const at of new Set(instants.map(each => each.at).toSorted((a, b) => a - b))) {
    const logs = issue.worklogs.filter(({ started }) => started <= at);
    const sum = logs.reduce((all, { spentSeconds }) => all + spentSeconds, 0);
    const original = originalAt(at);
    const nextSpent = logs.length > 0 ? sum : null;
    const nextRemaining = original === null ? null : Math.max(0, original - sum);
    const record = (field: Change['field'], from: number | null, to: number | null): Change => ({
      at,
      historyId: `${at}`,
      author: null,
      field,
      fieldId: field as FieldId,
      fieldName: field,
      from: from === null ? null : String(from),
      fromText: null,
      to: to === null ? null : String(to),
      toText: null,
    });
    changes.push(record('timeSpent', spent, nextSpent));
    changes.push(record('remainingEstimate', remaining, nextRemaining));
    spent = nextSpent;
    remaining = nextRemaining;
  }
  const all = [...issue.changes, ...changes].toSorted((a, b) => a.at - b.at);
  return { ...issue, changes: all };
}

describe.each(REPORTS.filter(({ id }) => id !== 'text'))('$id', async ({ id }) => {
  const report = (await findComputingReport(id)) as AnyComputingReport;

  test('of random stories', () => {
    fc.assert(
      fc.property(
        aStory,
        fc.constantFrom(...DAYS),
        fc.constantFrom(...runsOf(id)),
        (story, day, stored) => {
          const t = instantFromText(`2026-${day} 15:00`);
          const [past, expected] = both(report, stored, t, {
            today: storyData(story),
            cut: storyData(story, t),
          });
          expect(past).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

const raw = readAea() ?? [];

describe('of real issues', () => {
  const data = historyDataset(raw);
  const last = Math.max(...raw.map(({ fields }) => Date.parse(fields.created))) + 30 * DAY;
  const cuts = Array.from({ length: 12 }, (_, n) => {
    const t = last - n * 30 * DAY - n * HOUR;
    const raws = raw.filter(({ fields }) => Date.parse(fields.created) <= t);
    return { t, cut: withStatuses(historyDataset(raws.map(issue => rawAt(issue, t))), data) };
  });

  test.each(REPORTS.filter(({ id }) => id !== 'text'))('$id', async ({ id }) => {
    const report = (await findComputingReport(id)) as AnyComputingReport;
    for (const { t, cut } of cuts) {
      const [past, expected] = both(report, runsOf(id)[0] ?? {}, t, { today: data, cut });
      expect(past).toEqual(expected);
    }
  });
});

/** Only statuses that some issue has today are known. */
const withStatuses = (cut: Dataset, { statuses }: Dataset): Dataset => ({
  ...cut,
  statuses,
  issues: cut.issues.map(issue => ({
    ...issue,
    status: statuses.get(issue.status.id) ?? { ...issue.status, known: false },
  })),
});

const STATUSES = new Map(raw.map(({ fields: { status } }) => [status.id, status]));

const statusOf = ({ id, text }: { readonly id: string | null; readonly text: string }) =>
  STATUSES.get(id ?? '') ?? { id: id ?? '', name: text, statusCategory: { id: 1 } };

/** A record as Jira would have returned it at `t`. */
function rawAt({ fields, changelog, ...issue }: RawHistoryIssue, t: Instant): RawHistoryIssue {
  const isPast = ({ created }: { created: string }) => Date.parse(created) <= t;
  const itemsOf = (field: string) =>
    changelog.histories.flatMap(history =>
      history.items.filter(item => item.field === field).map(item => ({ ...history, ...item })),
    );
  const valueAt = (field: string) => {
    const all = itemsOf(field).toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created));
    if (all.every(isPast)) return undefined;
    const before = all.findLast(isPast);
    const after = all.find(each => !isPast(each));
    return before
      ? { at: before.created, id: before.to, text: String(before.toString) }
      : { at: null, id: after?.from ?? null, text: after?.fromString ?? '' };
  };
  const status = valueAt('status');
  const assignee = valueAt('assignee');
  const resolution = valueAt('resolution');
  return {
    ...issue,
    fields: {
      ...fields,
      ...(status && { status: statusOf(status) }),
      ...(assignee && {
        assignee:
          assignee.id === null ? null : { accountId: assignee.id, displayName: assignee.text },
      }),
      ...(resolution && { resolutiondate: resolution.id === null ? null : resolution.at }),
    },
    changelog: { histories: changelog.histories.filter(isPast) },
  };
}

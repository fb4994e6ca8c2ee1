import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { type Entry, knownZone } from './entries.ts';
import type { TimesheetSettings } from './settings.ts';

export function timesheetNotes(
  { issues }: Dataset,
  entries: readonly Entry[],
  { daysOf }: TimesheetSettings,
  { asOf }: ReportContext,
): readonly Note[] {
  const rowsWith = (holds: (entry: Entry) => boolean) =>
    Uint32Array.from(new Set(entries.filter(holds).map(({ row }) => row)));
  return issueNotes([
    {
      code: 'missing-worklogs',
      words: has('worklogs that could not be loaded; times may be too low.'),
      issues: rowsWhere(issues, issue => !issue.worklogsComplete),
    },
    {
      code: 'worklog-after-resolution',
      words: has('work logged after resolution.'),
      issues: rowsWith(({ row, worklog }) => {
        const resolved = issues[row]?.resolved ?? null;
        return resolved !== null && worklog.started > resolved;
      }),
    },
    {
      code: 'inactive-author',
      words: has('work logged by inactive or deleted accounts.'),
      issues: rowsWith(({ worklog: { author } }) => author === null || author.active === false),
    },
    {
      code: 'unknown-zone',
      words: has('work of authors without a known time zone; your time zone is used.'),
      issues:
        daysOf === 'viewer'
          ? new Uint32Array(0)
          : rowsWith(({ worklog }) => knownZone(worklog.author) === null),
    },
    {
      code: 'worklog-in-future',
      words: has('work logged for a future date.'),
      issues: rowsWith(({ worklog }) => worklog.started > asOf),
    },
  ]);
}

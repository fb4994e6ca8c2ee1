import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
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
      words: [
        'issue has worklogs that could not be loaded; its time may be too low.',
        'issues have worklogs that could not be loaded; their time may be too low.',
      ],
      issues: rowsWhere(issues, issue => !issue.worklogsComplete),
    },
    {
      code: 'worklog-after-resolution',
      words: [
        'issue has work logged after its resolution.',
        'issues have work logged after their resolution.',
      ],
      issues: rowsWith(({ row, worklog }) => {
        const resolved = issues[row]?.resolved ?? null;
        return resolved !== null && worklog.started > resolved;
      }),
    },
    {
      code: 'inactive-author',
      words: [
        'issue has work logged by inactive or deleted accounts.',
        'issues have work logged by inactive or deleted accounts.',
      ],
      issues: rowsWith(({ worklog: { author } }) => author === null || author.active === false),
    },
    {
      code: 'unknown-zone',
      words: [
        'issue has work of authors without a known time zone; your time zone is used.',
        'issues have work of authors without a known time zone; your time zone is used.',
      ],
      issues:
        daysOf === 'viewer'
          ? new Uint32Array(0)
          : rowsWith(({ worklog }) => knownZone(worklog.author) === null),
    },
    {
      code: 'worklog-in-future',
      words: [
        'issue has work logged for a future date.',
        'issues have work logged for a future date.',
      ],
      issues: rowsWith(({ worklog }) => worklog.started > asOf),
    },
  ]);
}

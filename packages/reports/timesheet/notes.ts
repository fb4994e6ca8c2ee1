/** Doubts about the worklogs that a timesheet counts, each with the issues that they are of. */

import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { type Entry, knownZone } from './entries.ts';
import type { TimesheetSettings } from './settings.ts';

/** Returns the notes that have issues. */
export function timesheetNotes(
  { issues }: Dataset,
  entries: readonly Entry[],
  { daysOf }: TimesheetSettings,
  { asOf }: ReportContext,
): readonly Note[] {
  const rowsWith = (holds: (entry: Entry) => boolean) =>
    Uint32Array.from(new Set(entries.filter(holds).map(({ row }) => row)));
  const notes: Note[] = [
    {
      code: 'missing-worklogs',
      text: 'Not all of their worklogs were received: their time is at least what is shown.',
      issues: rowsWhere(issues, issue => !issue.worklogsComplete),
    },
    {
      code: 'worklog-after-resolution',
      text: 'Work was logged after the issue was resolved. It counts on its own day.',
      issues: rowsWith(({ row, worklog }) => {
        const resolved = issues[row]?.resolved ?? null;
        return resolved !== null && worklog.started > resolved;
      }),
    },
    {
      code: 'inactive-author',
      text: 'Work was logged by people whose account is inactive or deleted. It counts like any other.',
      issues: rowsWith(({ worklog: { author } }) => author === null || author.active === false),
    },
    {
      code: 'unknown-zone',
      text: 'Jira does not tell the time zone of some authors. Their work counts on the days of your own zone.',
      issues:
        daysOf === 'viewer'
          ? new Uint32Array(0)
          : rowsWith(({ worklog }) => knownZone(worklog.author) === null),
    },
    {
      code: 'worklog-in-future',
      text: 'Work is logged for a time that has not come yet.',
      issues: rowsWith(({ worklog }) => worklog.started > asOf),
    },
  ];
  return notes.filter(note => note.issues.length > 0);
}

/** What the figures of all reports mean, in the reader's words. */

interface FigureGroup {
  readonly title: string;
  readonly entries: readonly (readonly [figure: string, text: string])[];
}

export const FIGURES: readonly FigureGroup[] = [
  {
    title: 'Resolved and done',
    entries: [
      [
        'Resolved',
        'A resolution or its date is set, or the status is of the category Done. Administrators choose another done rule for the site; a report with a rule of its own names it.',
      ],
      [
        'When it was done',
        'At its resolution date; without one, when it last came into a done status and stayed there.',
      ],
      [
        'Reopened',
        'Done before it was opened again, and open after it: it never counts twice, and the past stays as it was.',
      ],
    ],
  },
  {
    title: 'Overview and groups',
    entries: [
      ['Percent resolved', 'Resolved issues in percent of all; 0 where there is none.'],
      ['Share', 'The part of a group in percent of the whole.'],
      [
        'Compared to average',
        'How far a group lies from the mean of all groups, in percent of that mean.',
      ],
      [
        'Groups',
        'An issue with several values (labels, versions, sprints) counts once in each of its groups, and once in the total. Rows may therefore add up to more than the total.',
      ],
      ['Overdue', 'Unresolved, and due before today in your time zone.'],
      ['Due this week', 'Unresolved, and due from today until the end of this week.'],
      [
        'Blocked, blocking',
        'Blocked: an unresolved issue blocks it. Blocking: it blocks another one.',
      ],
    ],
  },
  {
    title: 'Time and estimates',
    entries: [
      ['Actual time', 'Time spent plus the remaining estimate.'],
      [
        'Original estimate error',
        "Original estimate less actual time, in percent of the original estimate, over issues that have one. Below zero, more time than estimated; '-' where nothing was estimated.",
      ],
      [
        'Parents and sub-tasks',
        'Each counts with its own time and its own story points, never with sums that Jira makes of them.',
      ],
      [
        'Days and weeks',
        'Of work, as your Jira is set up: 8 hours a day and 5 days a week unless an administrator chose otherwise.',
      ],
    ],
  },
  {
    title: 'Created, resolved, resolution time',
    entries: [
      [
        'Created and resolved',
        'The same issues by the date of their creation and by when they were done, in your time zone. A period without any is 0.',
      ],
      [
        'Resolution time',
        'From creation until done, on the clock, of resolved issues alone. The report shows the mean, and beside it the median and the 85th percentile.',
      ],
      ['85th percentile', 'A time that occurs (nearest rank): 85 of 100 issues took no longer.'],
    ],
  },
  {
    title: 'Velocity',
    entries: [
      [
        'Committed',
        'The estimate, at the start, of every issue that was in the sprint then and not done. It belongs to the assignee at the start.',
      ],
      [
        'Added, removed, re-estimated',
        'Changes of the scope after the start. A new estimate is a change of the scope, never progress.',
      ],
      [
        'Completed',
        'The estimate, at the close, of every issue that was in the sprint and done then, and not done at the start. It belongs to the assignee at completion.',
      ],
      [
        'Example',
        'A sprint begins with 12 points. 2 are added, an estimate grows by 5, 1 is taken out: the scope is 18. Issues of 7 points are done at the close; one of 3 was done and opened again, and does not count.',
      ],
      [
        'Kanban',
        'Intervals of one to four weeks, and only what was completed: there is nothing to commit to.',
      ],
    ],
  },
  {
    title: 'Burndown and burnup',
    entries: [
      [
        'Remaining',
        'At every moment, the estimate of the issues that were in the scope and not done, as it was then. Nothing is drawn past now.',
      ],
      [
        'Scope',
        'Of a sprint: the issues in it at that moment, by their history. Of a query: the issues that match it now, each from its creation on.',
      ],
      ['Ideal', 'From what remained at the start to nothing at the end, flat on days off.'],
    ],
  },
  {
    title: 'Time in status',
    entries: [
      ['Time', 'All visits of an issue to a status together, until now or until it was done.'],
      ["'-' and 0", "'-' was never there; 0 was there without time that counts."],
      ['Average', 'Over the issues that were in the status at least once.'],
    ],
  },
  {
    title: 'Timesheet',
    entries: [
      [
        'Day',
        'Work belongs to the day that it was for its author, for everybody who looks; a setting takes your own zone.',
      ],
      ['Working time', 'Working days of the range times hours a day, for each person.'],
      ['Heat map', 'Five levels: up to 20, 40, 60, 80 and 100 percent of the largest cell.'],
    ],
  },
  {
    title: 'Age',
    entries: [
      [
        'Age',
        'Of unresolved issues: time since they were created, or, for stale issues, since they were last updated.',
      ],
    ],
  },
  {
    title: 'Whole or partial',
    entries: [
      [
        'Coverage',
        'What was loaded against what Jira says there is: issues, worklogs, histories. Where something is missing the report is marked partial and says why.',
      ],
    ],
  },
];

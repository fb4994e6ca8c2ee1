import { type Case, type QueryCase, WAYS } from './case.ts';

const TOTAL = { eType: 1, measure: 'total' };
const POINTS = { estimationType: 1, sprintCount: 50, includeActive: true };
const WEEK = { endDate: '2026-03-05', daySpan: 5 };
const CASE = { jql: 'project = CASE', asOf: '2026-03-12T09:00:00Z', complete: true } as const;
const AFTER = { ...CASE, asOf: '2026-03-20T09:00:00Z' } as const;

const inStatus = (name: string) => `columns[label=${name}].all.figure.value`;
const measure = (name: string, sprint = 'S1') => `periods[name=${sprint}].measures.${name}.value`;
const person = (name: string) => `rows[label=${name}].total.value`;

const DONE_DAYS = { timeUnit: 0, chartStartDate: '2026-03-01', chartEndDate: '2026-03-10' };
const COLUMNS = {
  columns: [
    { name: 'To Do', statuses: ['To Do'] },
    { name: 'Doing', statuses: ['In Progress', 'In Review'] },
    { name: 'Done', statuses: ['Done', 'Closed'] },
  ],
  start: 'Doing',
  finish: 'Done',
};

const IMPORTED = ['SQLite', 'PostgreSQL'] as const;

/** Issues committed, added, removed, in the scope at the end and completed, of sub-tasks that move with their parents. */
const SUB_TASKS = [
  ['a', [1, 2, 0, 3, 3]],
  ['b', [3, 0, 2, 1, 1]],
] as const;

/** The totals of an epic of 10 with 3 and none below it, of one of 0 with 3 and 5, and of one without any, by each rule. */
const ROLLED_UP = [
  ['own', [10, 0, null], 10],
  ['children', [3, 8, null], 11],
  ['own-else-children', [10, 0, null], 10],
  ['children-else-own', [3, 8, null], 11],
] as const;
const MARCH = { ...CASE, report: 'programme', asOf: '2026-03-31T12:00:00Z' } as const;

/** A row for each case: the right values are those of the case, worked by hand. */
export const CASES: readonly Case[] = [
  ...ROLLED_UP.map(([rule, totals, all]): Case => {
    const rows = ['CASE-1', 'CASE-4', 'CASE-7'].map((key, at) => [
      `rows[key=${key}].total`,
      totals[at],
    ]);
    return {
      ...MARCH,
      folder: 'forest-roll-up',
      settings: { measure: 'points', rule },
      figures: {
        ...Object.fromEntries(rows),
        'all.total.value': all,
        'rows[key=CASE-1].unestimated': 1,
        'rows[key=CASE-4].progress': 0.375,
        'rows[key=CASE-7].progress': null,
      },
      notes: ['both-values'],
    };
  }),
  {
    // The parent of CASE-1 is cut: it was created first.
    ...MARCH,
    folder: 'forest-circle',
    figures: {
      'rows[key=CASE-1].total': 2,
      'rows[key=CASE-1].done': 1,
      'rows[key=CASE-2].total': 1,
      'rows[key=CASE-2].done': 0,
      'rows.length': 2,
      'all.total.value': 2,
    },
    notes: ['parents-in-a-circle'],
  },
  {
    ...MARCH,
    folder: 'forest-two-rows',
    settings: { measure: 'points', rows: 'version' },
    figures: { 'rows[key=v1].total': 8, 'rows[key=v2].total': 3, 'all.total.value': 8 },
  },
  {
    // 11 on 1 March: 3 of CASE-2 and 8 of CASE-4, which left.
    ...MARCH,
    folder: 'forest-scope-growth',
    settings: { measure: 'points' },
    figures: {
      'rows[key=CASE-1].total': 8,
      'rows[key=CASE-1].added30': 3,
      'rows[key=CASE-1].removed30': 8,
      'rows[key=CASE-1].reestimated30': 2,
    },
  },
  {
    ...MARCH,
    folder: 'forest-dependencies',
    figures: {
      'dependencies.length': 3,
      'dependencies[key=CASE-2].health': 'conflict',
      'dependencies[key=CASE-3].health': 'risk',
      'dependencies[key=CASE-4].health': 'healthy',
    },
  },
  {
    ...CASE,
    folder: '01-same-instant-status',
    report: 'time-in-status',
    settings: TOTAL,
    figures: {
      [inStatus('To Do')]: 90_000,
      [inStatus('In Progress')]: 0,
      [inStatus('Closed')]: 774_000,
    },
  },
  {
    ...AFTER,
    folder: '02-same-instant-points-and-sprint',
    report: 'velocity',
    settings: POINTS,
    figures: {
      [measure('committed')]: 4,
      [measure('reEstimated')]: 4,
      [measure('scope')]: 8,
      [measure('added')]: 0,
      [measure('removed')]: 0,
    },
  },
  ...['resolution-or-category', 'category'].map(
    (doneRule): Case => ({
      ...CASE,
      folder: '03-history-ends-before-the-current-status',
      report: 'created-resolved',
      settings: { ...DONE_DAYS, doneRule },
      figures: {
        'rows[id=2026-03-03].resolved.value': 0,
        'rows[id=2026-03-05].resolved.issues': ['CASE-1'],
        'rows[id=2026-03-06].resolved.issues': ['CASE-2'],
      },
      notes: ['history-ends-elsewhere'],
      // Data Center has no date of the status category.
      ways: ['SQLite', 'PostgreSQL', 'Jira Cloud'],
    }),
  ),
  {
    ...CASE,
    folder: '03-history-ends-before-the-current-status',
    report: 'time-in-status',
    settings: TOTAL,
    figures: { [inStatus('In Progress')]: 172_800 + 259_200 },
    notes: ['history-ends-elsewhere'],
    ways: ['SQLite', 'PostgreSQL', 'Jira Cloud', 'mirror'],
  },
  {
    ...CASE,
    asOf: '2026-03-08T00:00:00Z',
    folder: '14-cumulative-flow-without-history',
    report: 'cumulative-flow',
    settings: { workflow: COLUMNS },
    figures: {
      'days[day=2026-03-02].reached.2': 0,
      'days[day=2026-03-04].reached.2': 0,
      'days[day=2026-03-05].reached.2': 1,
    },
    // Of a live Jira the history is empty, which the date of resolution contradicts.
    notes: ['no-history'],
    complete: false,
    ways: ['SQLite', 'PostgreSQL', 'Jira Cloud', 'Jira Data Center'],
  },
  {
    // In progress: CASE-1 with an empty history, CASE-2 without a received one, CASE-3 that ends elsewhere, CASE-6 cut.
    ...CASE,
    folder: 'unknown-starts',
    report: 'wip-age',
    figures: {
      'total.count.issues': ['CASE-1', 'CASE-2', 'CASE-3', 'CASE-6'],
      'total.unknown.issues': ['CASE-2', 'CASE-6'],
      'issues[key=CASE-1].value': 11,
      'issues[key=CASE-2].value': null,
      'issues[key=CASE-2].start': null,
      'issues[key=CASE-3].value': 10,
      'issues[key=CASE-6].start': null,
    },
    notes: ['age-unknown', 'history-ends-elsewhere', 'no-finish-date'],
    complete: false,
    // In front of a Jira a history is received, if need be an empty one.
    ways: ['SQLite', 'PostgreSQL'],
  },
  {
    ...CASE,
    folder: 'unknown-starts',
    report: 'cumulative-flow',
    figures: {
      'total.wip.value': 4,
      unknownAge: 2,
      'days[day=2026-03-11].wip': 4,
      'days[day=2026-03-11].present.1': 4,
      'days[day=2026-03-04].present.2': 0,
      'days[day=2026-03-05].present.2': 2,
    },
    complete: false,
    ways: ['SQLite', 'PostgreSQL'],
  },
  {
    folder: 'truth-start-before-history',
    report: 'throughput',
    jql: 'project = HIS',
    asOf: '2026-03-28T00:00:00Z',
    figures: { 'total.finished.issues': ['HIS-1', 'HIS-2'], 'total.started.issues': ['HIS-2'] },
    notes: ['no-history'],
    complete: false,
  },
  {
    folder: 'truth-moved-out-of-board',
    report: 'velocity',
    jql: '',
    settings: { boardId: 1, estimationType: 1 },
    figures: {
      'periods.0.measures.committed.value': 8,
      'periods.0.measures.completed.value': 8,
      atLeast: null,
    },
    complete: true,
    ways: ['SQLite', 'PostgreSQL'],
  },
  {
    ...CASE,
    folder: '04-history-items-as-text',
    report: 'time-in-status',
    settings: TOTAL,
    figures: { [inStatus('To Do')]: 90_000, [inStatus('In Progress')]: 774_000 },
  },
  {
    ...CASE,
    folder: '05-duplicate-history-entry',
    report: 'time-in-status',
    settings: TOTAL,
    figures: {
      [inStatus('To Do')]: 90_000,
      [inStatus('In Progress')]: 86_400,
      [inStatus('Closed')]: 687_600,
    },
  },
  {
    ...CASE,
    folder: '06-history-with-more-pages',
    report: 'time-in-status',
    settings: TOTAL,
    figures: { 'count.issues': ['CASE-2'] },
    notes: ['no-history'],
    complete: false,
  },
  {
    ...CASE,
    folder: '08-status-category-without-id',
    report: 'overview',
    figures: {
      'statusBars.0.segments[id=done].figure.issues': ['CASE-1'],
      'statusBars.0.segments[id=to-do].figure.issues': ['CASE-2'],
    },
  },
  {
    ...AFTER,
    folder: '13-field-names-in-the-search-reply',
    report: 'velocity',
    settings: POINTS,
    figures: { [measure('committed')]: 8, [measure('completed')]: 8 },
  },
  {
    ...CASE,
    folder: '15-due-date-as-timestamp',
    report: 'overview',
    figures: { 'lists[id=overdue].figure.issues': ['CASE-1', 'CASE-2'] },
  },
  {
    ...AFTER,
    folder: '16-display-name-of-one-record',
    report: 'timesheet',
    settings: WEEK,
    figures: { [person('John Doe')]: 7200, [person('jdoe')]: undefined },
  },
  {
    ...AFTER,
    folder: '19-points-that-cannot-be-read',
    report: 'velocity',
    settings: POINTS,
    figures: { [measure('completed')]: 7.5 },
    named: ['CASE-2'],
    complete: false,
  },
  {
    ...AFTER,
    folder: '20-worklog-seconds-as-text',
    report: 'timesheet',
    settings: WEEK,
    figures: { [person('Ann')]: 7200 },
  },
  {
    ...AFTER,
    folder: '24-sprint-activated-later-than-planned',
    report: 'velocity',
    settings: POINTS,
    figures: { [measure('committed', 'Act')]: 104, [measure('added', 'Act')]: 0 },
  },
  {
    ...CASE,
    folder: 'live-one-odd-entry',
    report: 'time-in-status',
    settings: { eType: 1 },
    figures: { 'count.value': 3 },
    notes: ['no-history'],
    complete: false,
  },
  {
    ...AFTER,
    folder: 'live-repeated-worklog',
    report: 'timesheet',
    settings: WEEK,
    figures: { [person('Ann')]: 7200 },
  },
  {
    ...AFTER,
    folder: 'live-sprint-history-by-name',
    report: 'velocity',
    settings: POINTS,
    figures: {
      [measure('committed')]: 7,
      [measure('added')]: 3,
      [measure('removed')]: 5,
      [measure('scope')]: 5,
    },
  },
  // Names that fit one sprint, none, and two of one name: without a known sprint the current one counts.
  {
    ...AFTER,
    folder: 'sprint-names',
    report: 'velocity',
    settings: POINTS,
    figures: {
      [measure('committed')]: 2,
      [measure('added')]: 3,
      [measure('added', 'S2')]: 2,
      'periods[id=4].measures.committed.value': 8,
      'periods[id=5].measures.committed.value': 1,
    },
    named: ['CASE-2', 'CASE-3'],
    complete: false,
  },
  {
    ...AFTER,
    folder: '09-sprint-dates',
    report: 'velocity',
    settings: POINTS,
    figures: {
      'periods.length': 3,
      [measure('completed')]: 1,
      'periods[name=S3].interval.from': Date.parse('2026-03-02T09:00:00Z'),
      'periods[name=S4].interval.from': Date.parse('2026-03-02T09:00:00Z'),
    },
    notes: ['sprint-dates'],
  },
  {
    ...CASE,
    folder: 'counts-beyond-what-a-number-holds-a',
    report: 'time-in-status',
    settings: TOTAL,
    figures: { [inStatus('To Do')]: 86_400 + 259_200, [inStatus('In Progress')]: 864_000 },
    notes: ['no-history'],
    complete: false,
    ways: ['SQLite', 'PostgreSQL', 'mirror'],
  },
  {
    ...CASE,
    folder: 'counts-beyond-what-a-number-holds-c',
    report: 'timesheet',
    settings: WEEK,
    figures: { [person('Ana')]: 7200 },
    notes: ['missing-worklogs'],
    complete: false,
    ways: IMPORTED,
  },
  {
    ...CASE,
    folder: 'counts-beyond-what-a-number-holds-b',
    report: 'timesheet',
    settings: WEEK,
    figures: { [person('Ana')]: 7200 },
    notes: ['missing-worklogs'],
    complete: false,
    ways: IMPORTED,
  },
  ...['a', 'b'].map(
    (form): Case => ({
      ...CASE,
      folder: `one-page-of-a-search-${form}`,
      report: 'overview',
      figures: { 'total.value': 1 },
      named: ['a.json'],
      complete: false,
      ways: IMPORTED,
    }),
  ),
  {
    ...CASE,
    folder: 'one-page-of-worklogs',
    report: 'timesheet',
    settings: { endDate: '2026-03-10', daySpan: 10 },
    figures: { 'total.total.value': 7200 },
    notes: ['missing-worklogs'],
    named: ['CASE-1'],
    complete: false,
    ways: IMPORTED,
  },
  {
    ...CASE,
    folder: 'five-odd-entries-first',
    report: 'overview',
    figures: { 'total.value': 5 },
    ways: IMPORTED,
  },
  ...['a', 'b', 'c', 'd', 'e', 'f'].map(
    (form): Case => ({
      ...CASE,
      folder: `issues-in-wrappers-${form}`,
      report: 'time-in-status',
      settings: TOTAL,
      figures: {
        [inStatus('To Do')]: 86_400,
        [inStatus('In Progress')]: 172_800,
        [inStatus('Closed')]: 691_200,
      },
      ways: IMPORTED,
    }),
  ),
  ...['a', 'b'].map(
    (form): Case => ({
      ...CASE,
      folder: `histories-beside-issues-${form}`,
      report: 'time-in-status',
      settings: TOTAL,
      figures: { [inStatus('To Do')]: 259_200, [inStatus('Done')]: 691_200 },
      ways: IMPORTED,
    }),
  ),
  {
    ...CASE,
    folder: 'timetracking-alone',
    report: 'estimation',
    figures: {
      'total.original.value': 7200,
      'total.remaining.value': 3600,
      'total.spent.value': 0,
    },
    ways: IMPORTED,
  },
  // Jira's own reply of the signed-in user, whose groups and roles are pages.
  ...['a', 'b', 'c'].map(
    (form): Case => ({
      ...CASE,
      folder: `user-reply-with-groups-${form}`,
      report: 'overview',
      figures: { 'total.value': form === 'c' ? 1 : 2 },
      ways: IMPORTED,
    }),
  ),
  ...['a', 'b'].map(
    (form): Case => ({
      ...CASE,
      folder: `permission-scheme-in-the-folder-${form}`,
      report: 'overview',
      figures: { 'total.value': 2 },
      ways: IMPORTED,
    }),
  ),
  {
    folder: 'truth-subtask-of-an-epic',
    report: 'breakdown',
    jql: 'project = EP',
    settings: { gType: 4 },
    figures: {
      'rows[id=EP-1].count.issues': ['EP-2', 'EP-3', 'EP-4'],
      'rows[id=].count.issues': ['EP-1'],
    },
    complete: true,
  },
  {
    folder: 'live-cloud-history-cut',
    report: 'cycle-time',
    jql: 'project = HIS',
    asOf: '2026-04-01T00:00:00Z',
    figures: {
      'issues[key=HIS-1].value': undefined,
      'issues[key=HIS-2].value': 3,
    },
    notes: ['no-history'],
    complete: false,
  },
  ...['a', 'b', 'c'].flatMap((form): Case[] => [
    {
      ...CASE,
      folder: `custom-field-named-status-${form}`,
      report: 'time-in-status',
      settings: TOTAL,
      figures: {
        'columns.length': 3,
        [inStatus('To Do')]: 172_800,
        [inStatus('In Progress')]: 1_036_800,
        [inStatus('Closed')]: 691_200,
      },
      absentNotes: ['broken-history', 'unknown-status'],
    },
    {
      ...CASE,
      folder: `custom-field-named-status-${form}`,
      report: 'wip-age',
      figures: { 'total.count.issues': ['CASE-2'] },
    },
  ]),
  {
    ...CASE,
    folder: 'history-purged',
    report: 'time-in-status',
    settings: TOTAL,
    figures: {
      [inStatus('Closed')]: 518_400,
      [inStatus('In Progress')]: 345_600,
      [inStatus('To Do')]: 950_400,
    },
    notes: ['history-ends-elsewhere'],
    absentNotes: ['unknown-status'],
    complete: false,
    // A live Jira did not send a history that it must have.
    ways: IMPORTED,
  },
  {
    ...CASE,
    folder: 'history-purged',
    report: 'wip-age',
    figures: {
      'total.count.issues': ['CASE-2'],
      'issues[key=CASE-2].value': 5,
      'issues[key=CASE-2].start': '2026-03-08T09:00:00.000Z',
    },
    notes: ['history-ends-elsewhere'],
    complete: false,
    ways: IMPORTED,
  },
  {
    ...AFTER,
    folder: 'history-purged',
    report: 'throughput',
    figures: { 'total.finished.issues': ['CASE-1'] },
    notes: ['history-ends-elsewhere'],
    complete: false,
    ways: IMPORTED,
  },
  {
    ...AFTER,
    folder: 'history-purged',
    report: 'cycle-time',
    figures: { 'issues.length': 0 },
    complete: false,
  },
  {
    ...CASE,
    folder: 'history-purged',
    report: 'created-resolved',
    settings: { timeUnit: 0, chartStartDate: '2026-03-01', chartEndDate: '2026-03-15' },
    figures: { 'rows[id=2026-03-06].resolved.issues': ['CASE-1'] },
    complete: false,
  },
  ...SUB_TASKS.flatMap(([form, [committed, added, removed, scope, completed]]): Case[] => [
    {
      ...AFTER,
      folder: `subtask-and-the-sprint-of-its-parent-${form}`,
      report: 'velocity',
      settings: { ...POINTS, estimationType: 0 },
      figures: {
        [measure('committed')]: committed,
        [measure('added')]: added,
        [measure('removed')]: removed,
        [measure('scope')]: scope,
        [measure('completed')]: completed,
      },
    },
  ]),
  // Finishes since the first of each epic, of the team's; dates within those of a plain script.
  ...(
    [
      ['SC-1', 3, 12, 22, '2026-07-17'],
      ['SC-2', 4, 15, 21, '2026-07-12'],
      ['SC-3', 4, 14, 21, '2026-07-12'],
      ['SC-4', 4, 13, 21, '2026-07-12'],
    ] as const
  ).map(
    ([scope, own, all, open, latest]): Case => ({
      folder: 'truth-scope-forecast',
      report: 'forecast',
      jql: 'project = SC',
      asOf: '2026-03-22T23:00:00Z',
      settings: { question: 'when', scope },
      figures: {
        'part.own': own,
        'part.all': all,
        'part.open': open,
        'part.together': 4,
        line: 'pace',
        kept: null,
        keptOf: null,
        'trackRecord.count': 0,
        'trackRecord.held': null,
      },
      within: {
        'dates.50': ['2026-06-29', '2026-07-20'],
        'dates.85': [latest, '2026-08-03'],
      },
      complete: true,
      ...(scope !== 'SC-1' && { ways: ['SQLite', 'Jira Cloud'] }),
    }),
  ),
  {
    ...CASE,
    folder: 'times-as-seconds',
    report: 'time-in-status',
    settings: TOTAL,
    figures: {
      [inStatus('To Do')]: 172_800,
      [inStatus('In Progress')]: 345_600,
      [inStatus('Closed')]: 1_382_400,
    },
  },
  // P4's worklog of a day alone is of that day in every zone.
  ...(
    [
      ['UTC', '2026-03-02', 2700, 600],
      ['America/Los_Angeles', '2026-03-02', 3300, undefined],
      ['Pacific/Kiritimati', '2026-03-02', 2640, 660],
      ['Pacific/Pago_Pago', '2026-03-02', 960, undefined],
    ] as const
  ).map(
    ([zone, day, seconds, later]): Case => ({
      ...CASE,
      folder: 'worklog-start-forms',
      report: 'timesheet',
      zone,
      settings: WEEK,
      figures: {
        [`total.cells[id=${day}].figure.value`]: seconds,
        'total.cells[id=2026-03-03].figure.value': later,
        'rows[label=P4].cells[id=2026-03-02].figure.value': 300,
        'total.total.value': 3300,
      },
      ways: zone === 'UTC' ? WAYS : IMPORTED,
    }),
  ),
  {
    ...CASE,
    folder: 'zone-names-of-java',
    report: 'timesheet',
    settings: WEEK,
    figures: {
      ...Object.fromEntries(
        [3, 3, 2, 3, 2, 3, 2].map((day, at) => [
          `rows[label=Z${at}].cells.0.id`,
          `2026-03-0${day}`,
        ]),
      ),
      'rows.length': 7,
    },
    notes: ['unknown-zone'],
  },
  {
    ...AFTER,
    folder: 'history-before-the-creation',
    report: 'cycle-time',
    figures: { 'issues[key=CASE-1].value': 10, 'issues[key=CASE-2].value': 3 },
    notes: ['changed-before-creation'],
  },
  {
    ...AFTER,
    folder: 'history-before-the-creation',
    report: 'time-in-status',
    settings: TOTAL,
    figures: { [inStatus('In Progress')]: 172_800, [inStatus('Done')]: 691_200 + 864_000 },
  },
  {
    ...CASE,
    folder: 'parent-change-by-id',
    report: 'breakdown',
    asOf: '2026-03-05',
    settings: { gType: 4 },
    figures: {
      'rows.length': 2,
      'rows[id=CASE-1].label': '(CASE-1) CASE issue 1',
      'rows[id=CASE-1].count.issues': ['CASE-3', 'CASE-4', 'CASE-5', 'CASE-6'],
      'rows[id=].count.issues': ['CASE-1', 'CASE-2', 'CASE-7'],
    },
  },
  {
    ...AFTER,
    folder: 'flagged-of-the-agile-api',
    report: 'velocity',
    settings: POINTS,
    figures: {
      [measure('committed')]: 8,
      [measure('completed')]: 5,
      [measure('committed', 'S2')]: 3,
    },
    ways: IMPORTED,
  },
  {
    folder: 'flagged-of-the-agile-api',
    report: 'overview',
    jql: 'project = CASE',
    figures: { 'lists[id=flagged].figure.issues': ['CASE-1'] },
    complete: true,
  },
  {
    ...CASE,
    folder: 'flagged-of-the-agile-api',
    report: 'overview',
    figures: { 'lists[id=flagged].figure.issues': [] },
    notes: ['flag-undated'],
    ways: WAYS.filter(way => way !== 'mirror'),
  },
  // 'subtask-without-parent' lacks the story that its sub-task names.
  ...(
    [
      ['subtask-epic-timesheet', 'project = SE', '(SE-1) Epic', []],
      ['subtask-epic-timesheet', 'key = SE-3', '(SE-1) Epic', []],
      ['subtask-without-parent', 'project = SE', 'None', ['epic-unknown']],
    ] as const
  ).flatMap(([folder, jql, epic, notes]): Case[] => {
    const ways = WAYS.filter(way => way !== 'mirror' || jql.startsWith('project'));
    const same = { folder, jql, notes, complete: true, asOf: '2026-03-14T12:00:00Z', ways };
    const groupBy = 'epic';
    return [
      {
        ...same,
        report: 'timesheet',
        settings: { groupBy, endDate: '2026-03-14' },
        figures: { 'rows.length': 1, [person(epic)]: 7200 },
      },
      {
        ...same,
        report: 'estimation',
        settings: { groupBy },
        figures: { [`rows[label=${epic}].spent.value`]: 7200 },
      },
    ];
  }),
  {
    folder: 'two-sites-people',
    report: 'timesheet',
    jql: '',
    asOf: '2026-01-04T12:00:00Z',
    figures: { [person('Ana')]: 10_800, [person('Ben')]: 14_400 },
    complete: true,
    ways: IMPORTED,
  },
  {
    folder: 'two-sites-people',
    report: 'by-assignee',
    jql: '',
    figures: {
      'table.rows.length': 2,
      'table.rows[label=Ana].count.issues': ['AAA-1', 'AAA-2', 'AAA-3'],
      'table.rows[label=Ben].count.issues': ['BBB-1', 'BBB-2'],
    },
    complete: true,
    ways: IMPORTED,
  },
  {
    ...CASE,
    folder: 'history-in-english-statuses-translated',
    report: 'time-in-status',
    settings: TOTAL,
    figures: {
      'columns.length': 3,
      [inStatus('待办')]: 172_800,
      [inStatus('进行中')]: 432_000,
      [inStatus('完成')]: 1_296_000,
    },
    absentNotes: ['unknown-status'],
  },
];

export const QUERY_CASES: readonly QueryCase[] = [
  { folder: 'history-in-english-statuses-translated', counts: { 'status was 进行中': 2 } },
  {
    folder: 'history-purged',
    counts: {
      'status was Closed on "2026-03-05"': 0,
      'status was Closed on "2026-03-07"': 1,
      'status was "In Progress" on "2026-03-07"': 0,
      'status was "In Progress" on "2026-03-09"': 1,
      'status was "To Do" on "2026-03-02"': 1,
    },
  },
  ...['a', 'b', 'c'].map(form => ({
    folder: `custom-field-named-status-${form}`,
    counts: {
      'status was Green': null,
      'status was Red': null,
      'status changed to Closed': 1,
      'status changed from Closed': 0,
    },
  })),
  {
    folder: 'custom-fields-named-like-others',
    counts: {
      'assignee was acc-bob': 0,
      'assignee changed': 0,
      'priority was Low': null,
      'priority changed': 0,
      'status was Done': 0,
      'status changed to Done': 0,
      'status was Closed': 1,
      'key = OTHER-5': null,
    },
  },
];

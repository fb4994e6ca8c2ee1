import type { RecordGadget, StoreRecord } from '../data/records.ts';
import { DAY } from './clock.ts';

const BOARD = 1;
const BOARD_FILTER = 10101;
const RUNNING = 'sprint in openSprints()';

/** Settings as Jira stores them for these gadgets. */
function gadgets(asOf: number): RecordGadget[] {
  const running = { name: 'Issues in all active sprints', jql: RUNNING };
  const onBoard = `${RUNNING} AND filter = ${BOARD_FILTER}`;
  return [
    gadget('status', 'Running sprints', 'blue', [0, 0], {
      jql: RUNNING,
      preset: running,
      gType: 0,
      eType: 1,
      statusResolution: true,
      sorting: 'Percent Resolved,1',
      showStatusBars: true,
      customSP: 0,
    }),
    gadget('burn', 'Sprint burndown of the portal', 'red', [1, 0], {
      jql: onBoard,
      preset: { name: 'Issues in active sprints, in a certain board', jql: onBoard },
      gadgetType: 0,
      estimationType: 1,
      showGraphs: checks({
        'Ideal burn': true,
        'Real burn': true,
        'Individual ideal burn': false,
        'Individual real burn': false,
      }),
      showSingleChart: false,
      intervalStart: asOf - 7 * DAY,
      intervalEnd: asOf + 7 * DAY,
      workingDays: [false, true, true, true, true, true, false],
      dateFormat: 'M/D/YYYY',
      customSP: 0,
      customSprint: 0,
    }),
    gadget('time-status', 'Time in status, by issue type', 'purple', [2, 0], {
      jql: 'project = WEB AND resolved >= -30d',
      preset: { name: 'Custom JQL', jql: 'project = WEB AND resolved >= -30d' },
      gType: 5,
      eType: 1,
      displayType: 1,
      showExpanded: false,
      sumType: 0,
      columns: '',
      barType: 2,
      useCalendar: false,
      calendar: WORKING_HOURS,
    }),
    gadget('text', 'About this dashboard', 'gray', [0, 1], { htmlContent: ABOUT }),
    gadget('velocity', 'Velocity of the portal', 'green', [1, 1], {
      gadgetType: 0,
      reverseList: true,
      expandTree: false,
      showGraphs: checks({
        'Total committed': true,
        'Total completed': true,
        'Average committed': true,
        'Average completed': true,
        'Individual committed': false,
        'Individual completed': false,
      }),
      showSP: true,
      estimationType: 1,
      boardId: BOARD,
      boardType: 'scrum',
      intervalStartDate: asOf - 56 * DAY,
      interval: 14,
      sprintCount: 6,
      includeActive: false,
      jql: '',
      statusResolution: true,
      jqlFilter: '',
      sorting: 0,
      doneStatus: 'Done',
      dateFormat: 'M/D/YYYY',
      customSP: 0,
    }),
    gadget('tracking', 'Time and estimates, by assignee', 'yellow', [2, 1], {
      jql: RUNNING,
      preset: running,
      gType: 1,
      displayType: 2,
      columns: checks({
        'Percent Resolved': true,
        'Time Spent': true,
        'Actual Time': true,
        'Actual Time where Original Estimate set': false,
        'Original Estimate': true,
        'Original Estimate Error': true,
        'Time Estimate': true,
      }),
    }),
    gadget('timesheets', 'Logged work of the week', 'cyan', [3, 1], {
      daySpan: 7,
      jql: 'project in (WEB, APP, PLAT)',
      gType: 0,
      eType: 0,
      workDaysType: 0,
      displayType: 2,
      showType: 0,
      lockStart: true,
      firstDay: 1,
      enableMap: true,
      userFilter: '',
      showDescriptions: 1,
      dateFormat: 'MMM D, YYYY',
      hideAvg: false,
      hideMax: false,
      shortMonth: false,
    }),
  ];
}

const checks = (flags: Record<string, boolean>) =>
  Object.entries(flags).map(([name, checked]) => ({ name, checked }));

const OFFICE = ['09:00-12:00', '13:00-17:00'];
const WEEK = {
  Monday: OFFICE,
  Tuesday: OFFICE,
  Wednesday: OFFICE,
  Thursday: OFFICE,
  Friday: OFFICE,
  Saturday: [],
  Sunday: [],
};
const WORKING_HOURS = {
  timezone: 'Europe/Berlin',
  days: WEEK,
  text: JSON.stringify({ timezone: 'Europe/Berlin', days: WEEK }, null, 2),
};

const ABOUT = [
  '<p><strong>Lumen Freight</strong> is a made-up carrier whose teams build a customer portal, a driver app and the',
  'platform under them. Its issues are told anew each day, so that the sprints of this dashboard are always running.</p>',
  '<ul><li>Every figure opens the issues behind it.</li>',
  '<li>Edit in the menu of a gadget changes what it shows.</li>',
  '<li>Drag a gadget by its title, or move it with the arrow keys.</li></ul>',
].join('\n');

function gadget(
  key: string,
  title: string,
  color: string,
  [row, column]: readonly [number, number],
  settings: Record<string, unknown>,
): RecordGadget {
  const moduleKey = `com.tallyboard.reports__${key}`;
  return { key, moduleKey, title, color, row, column, properties: { settings } };
}

/** A dashboard with every gadget. */
export function dashboardRecord(asOf: number): StoreRecord {
  const value = {
    id: 1,
    name: 'Lumen Freight at a glance',
    description: 'All seven gadgets over the demo organisation.',
    layout: 'AA',
    at: asOf,
    gadgets: gadgets(asOf),
  };
  return { kind: 'dashboard', value };
}

/** The apps that the documentation page describes, by the name that `app` or the host's first label gives. */

export interface DescribedApp {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** A report app lives in menus, a gadget on dashboards. */
  readonly place: 'menus' | 'dashboard';
  /** What its picture shows, for who cannot see it. */
  readonly picture: string;
  readonly shows: readonly string[];
}

const app = (
  name: string,
  title: string,
  summary: string,
  rest: Pick<DescribedApp, 'place' | 'picture' | 'shows'>,
): DescribedApp => ({ name, title, summary, ...rest });

export const APPS: readonly DescribedApp[] = [
  app(
    'status',
    'Status and Progress gadget',
    'Resolved against total issues, in groups, with story points and time tracking.',
    {
      place: 'dashboard',
      picture: 'An overview with progress lines and lists of issues that need attention.',
      shows: [
        'How much is resolved, by issues, story points and logged time.',
        'What needs attention: overdue, due this week, high priority, flagged, blocking and blocked issues.',
        'The same in groups: by assignee, project, sprint, epic, label, version or any field.',
      ],
    },
  ),
  app(
    'estimation',
    'Time Tracking and Estimation gadget',
    'Estimated, spent and remaining time, as an overview or in groups.',
    {
      place: 'dashboard',
      picture: 'A table of people with their estimated, spent and remaining time.',
      shows: [
        'Time spent, remaining and actual time beside the original estimate.',
        'How far the estimates were off, over the issues that had one.',
        'Any group that the status gadget has, with its issues.',
      ],
    },
  ),
  app(
    'velocity',
    'Individual Velocity gadget',
    'Committed against completed work for each sprint or interval, and for each person.',
    {
      place: 'dashboard',
      picture: 'Bars of committed and completed work of the last sprints.',
      shows: [
        'What a sprint began with, what was added and removed, and what was completed.',
        'The same for each person: committed goes to the assignee at the start, completed to the one at completion.',
        'Kanban boards by intervals of one to four weeks.',
      ],
    },
  ),
  app('timesheets', 'Timesheets gadget', 'Logged work by day, week or month.', {
    place: 'dashboard',
    picture: 'A table of people and days with logged hours, coloured by how much was logged.',
    shows: [
      'Who logged what and when, with a heat map, averages and percent of the working time.',
      'Worklog descriptions on hover or in the table.',
      'Days as they were for the author of the work, or as they are for you.',
    ],
  }),
  app(
    'burn',
    'Advanced Burndown gadget',
    'Burndown and burnup of sprints, filters, epics and versions.',
    {
      place: 'dashboard',
      picture: 'A burndown chart with the ideal line and the remaining work.',
      shows: [
        'Remaining or completed work at every moment, against an ideal that rests on days off.',
        'Every change of the scope after the start, with its time and author.',
        'Lines for each person, and several sprints in one chart.',
      ],
    },
  ),
  app(
    'time-status',
    'Time in Status gadget',
    'How long issues stay in each status, one by one or in groups.',
    {
      place: 'dashboard',
      picture: 'A table of issues with the time that they spent in each status.',
      shows: [
        'All visits of an issue to a status together, by status or by category.',
        'Average, total, median and 85th percentile of a group.',
        'On the clock, or only in the hours of a working calendar.',
      ],
    },
  ),
  app(
    'lite',
    'Tallyboard Lite',
    'The Overview of a project, a board, an epic, a person or any query.',
    {
      place: 'menus',
      picture: 'The Overview of a project.',
      shows: [
        'The Overview report, with every figure open to the issues behind it.',
        'Everything that Standard has for the first 30 days.',
      ],
    },
  ),
  app(
    'reports',
    'Tallyboard Reports',
    'Reports on projects, boards, epics, people and any query, each figure with its issues.',
    {
      place: 'menus',
      picture: 'The reports page with its menu and a burndown chart.',
      shows: [
        'Overview, created and resolved issues, resolution time, burndown, velocity, estimation, timesheets, age, and issues by any field.',
        'The issues behind every figure, as a list that adds up to it and as a query in Jira.',
        'How each figure is defined, which data it stands on, and what gives reason for doubt.',
      ],
    },
  ),
];

/** Modules of hosts have the names of gadgets, one of which is not its app's. */
const OF_MODULE: Readonly<Record<string, string>> = { tracking: 'estimation' };

/** The app that is asked for: by a module or by name, else by the first label of the host name, else the reports. */
export function describedApp(
  { module, asked }: { readonly module: string | null; readonly asked: string | null },
  hostName: string,
): DescribedApp {
  const named = (name: string | null | undefined) => APPS.find(each => each.name === name);
  const found =
    named(module && (OF_MODULE[module] ?? module)) ??
    named(asked) ??
    named(hostName.split('.')[0]) ??
    named('reports');
  if (!found) throw new Error('The reports app is not described.');
  return found;
}

/** The apps that the documentation page describes, by the name that `app` or the host's first label gives. */

export interface DescribedApp {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** A report app lives in menus, a gadget on dashboards. */
  readonly place: 'menus' | 'dashboard';
}

export const APPS: readonly DescribedApp[] = [
  {
    name: 'status',
    title: 'Status and Progress gadget',
    summary: 'Resolved against total issues, in groups, with story points and time tracking.',
    place: 'dashboard',
  },
  {
    name: 'estimation',
    title: 'Time Tracking and Estimation gadget',
    summary: 'Estimated, spent and remaining time, as an overview or in groups.',
    place: 'dashboard',
  },
  {
    name: 'velocity',
    title: 'Individual Velocity gadget',
    summary: 'Committed against completed work for each sprint or interval, and for each person.',
    place: 'dashboard',
  },
  {
    name: 'timesheets',
    title: 'Timesheets gadget',
    summary: 'Logged work by day, week or month.',
    place: 'dashboard',
  },
  {
    name: 'burn',
    title: 'Advanced Burndown gadget',
    summary: 'Burndown and burnup of sprints, filters, epics and versions.',
    place: 'dashboard',
  },
  {
    name: 'time-status',
    title: 'Time in Status gadget',
    summary: 'How long issues stay in each status, one by one or in groups.',
    place: 'dashboard',
  },
  {
    name: 'lite',
    title: 'Tallyboard Lite',
    summary: 'The Overview of a project, a board, an epic, a person or any query.',
    place: 'menus',
  },
  {
    name: 'reports',
    title: 'Tallyboard Reports',
    summary:
      'Reports on projects, boards, epics, people and any query, each figure with its issues.',
    place: 'menus',
  },
];

/** The app that is asked for: by name, else by the first label of the host name, else the reports. */
export function describedApp(asked: string | null, hostName: string): DescribedApp {
  const named = (name: string | null | undefined) => APPS.find(app => app.name === name);
  const fallback = named(asked) ?? named(hostName.split('.')[0]) ?? named('reports');
  if (!fallback) throw new Error('The reports app is not described.');
  return fallback;
}

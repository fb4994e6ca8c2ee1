/** The dashboard items of the plugin, by the names that the pages know them by. */
export interface PluginGadget {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export const PLUGIN_KEY = 'com.tallyboard.reports';

export const PLUGIN_GADGETS: readonly PluginGadget[] = [
  {
    name: 'status',
    title: 'Status and Progress',
    description: 'Resolved and open issues by any field, with story points and logged time.',
  },
  {
    name: 'velocity',
    title: 'Individual Velocity',
    description: 'What each person committed to and completed, sprint by sprint.',
  },
  {
    name: 'timesheets',
    title: 'Timesheets',
    description: 'Logged work by day, week or month.',
  },
  {
    name: 'tracking',
    title: 'Time Tracking and Estimation',
    description: 'Estimates against the time that was spent.',
  },
  {
    name: 'burn',
    title: 'Advanced Burndown',
    description: 'Burndown and burnup of sprints, epics, versions and filters.',
  },
  {
    name: 'time-status',
    title: 'Time in Status',
    description: 'How long issues stay in each status.',
  },
  {
    name: 'text',
    title: 'Text',
    description: 'A text of your own, with headings, links and pictures.',
  },
];

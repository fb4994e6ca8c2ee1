/** Every report there is, one line each. A report's code comes when it is first asked for; its view and form later. */

import type { AnyReport, ReportId } from './report.ts';

export const REPORTS: Readonly<Record<ReportId, () => Promise<AnyReport>>> = {
  overview: () => import('./overview/index.ts').then(({ overview }) => overview),
  breakdown: () => import('./breakdown/index.ts').then(({ breakdown }) => breakdown),
  'created-resolved': () =>
    import('./created-resolved/index.ts').then(({ createdResolved }) => createdResolved),
  'resolution-time': () =>
    import('./resolution-time/index.ts').then(({ resolutionTime }) => resolutionTime),
  'by-assignee': () => import('./by-assignee/index.ts').then(({ byAssignee }) => byAssignee),
  'issues-by': () => import('./issues-by/index.ts').then(({ issuesBy }) => issuesBy),
  burn: () => import('./burn/index.ts').then(({ burn }) => burn),
  estimation: () => import('./estimation/index.ts').then(({ estimation }) => estimation),
  timesheet: () => import('./timesheet/index.ts').then(({ timesheet }) => timesheet),
  velocity: () => import('./velocity/index.ts').then(({ velocity }) => velocity),
  age: () => import('./age/index.ts').then(({ age }) => age),
  'time-in-status': () =>
    import('./time-in-status/index.ts').then(({ timeInStatus }) => timeInStatus),
  text: () => import('./text/index.ts').then(({ text }) => text),
};

/** Undefined for an id that no report has, such as one that somebody typed. Rejects when its code cannot be had. */
export async function findReport(id: string): Promise<AnyReport | undefined> {
  const load = Object.entries(REPORTS).find(([known]) => known === id)?.[1];
  return load?.();
}

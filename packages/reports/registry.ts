/** Every report, one line each. */
export { about as age } from './age/about.ts';
export { about as breakdown } from './breakdown/about.ts';
export { about as burn } from './burn/about.ts';
export { about as byAssignee } from './by-assignee/about.ts';
export { about as createdResolved } from './created-resolved/about.ts';
export { about as cycleTime } from './cycle-time/about.ts';
export { about as estimation } from './estimation/about.ts';
export { about as forecast } from './forecast/about.ts';
export { about as issuesBy } from './issues-by/about.ts';
export { about as overview } from './overview/about.ts';
export { about as resolutionTime } from './resolution-time/about.ts';
export { about as text } from './text/about.ts';
export { about as throughput } from './throughput/about.ts';
export { about as timeInStatus } from './time-in-status/about.ts';
export { about as timesheet } from './timesheet/about.ts';
export { about as velocity } from './velocity/about.ts';
export { about as wipAge } from './wip-age/about.ts';

import type { Api } from '../api.ts';

/** Jira's defaults. */
const standard = {
  votingEnabled: true,
  watchingEnabled: true,
  unassignedIssuesAllowed: true,
  subTasksEnabled: true,
  issueLinkingEnabled: true,
  timeTrackingEnabled: true,
  attachmentsEnabled: true,
  timeTrackingConfiguration: {
    workingHoursPerDay: 8,
    workingDaysPerWeek: 5,
    timeFormat: 'pretty',
    defaultUnit: 'minute',
  },
};

export function configuration(api: Api): void {
  api.platform.get('/configuration', async call => {
    const stored = (await call.store.catalogue.site()).configuration;
    return typeof stored === 'object' && stored !== null ? { ...standard, ...stored } : standard;
  });
}

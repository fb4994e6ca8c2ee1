/** The sets of fixtures/data, each with a present after its last change. */
export const SETS = {
  aea: { now: '2024-12-01T12:00:00Z', zone: 'America/New_York' },
  aerogear: { now: '2014-06-01T12:00:00Z', zone: 'Europe/Prague' },
  devlake: { now: '2024-06-01T12:00:00Z', zone: 'Asia/Shanghai' },
  'jira-agile-metrics-e2e': { now: '2025-06-01T12:00:00Z', zone: 'UTC' },
  jirametrics: { now: '2024-06-01T12:00:00Z', zone: 'America/St_Johns' },
  tidev: { now: '2022-06-01T12:00:00Z', zone: 'America/Los_Angeles' },
};

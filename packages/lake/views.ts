import { readFileSync } from 'node:fs';

/** Queries of the figures of reports, in the SQL that all engines have in common. */
export const VIEW_NAMES = [
  'breakdown',
  'burn',
  'created_resolved',
  'cumulative_flow',
  'cycle_time',
  'resolution_time',
  'sla',
  'throughput',
  'time_in_status',
  'timesheet',
  'velocity',
  'wip_age',
] as const;

export const viewText = (name: (typeof VIEW_NAMES)[number]): string =>
  readFileSync(new URL(`./views/${name}.sql`, import.meta.url), 'utf8');

import { readSla } from '@tallyboard/records/sla.ts';

/** What an SLA says besides the time used, to be compared. */
export function slaText(value: unknown): string {
  return JSON.stringify(readSla(value, ''), (name, member) =>
    name === 'elapsed' || name === 'remaining' ? undefined : member,
  );
}

import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import { isBreachedNow } from '@tallyboard/core/measure/sla.ts';
import type { Issue, Sla, SlaCycle } from '@tallyboard/core/model/issue.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';

/** A cycle that counts. */
export interface SlaEntry {
  readonly row: number;
  readonly field: string;
  readonly sla: string;
  readonly cycle: SlaCycle;
  /** Running has paused ones beside it, not in it. */
  readonly state: 'stopped' | 'running' | 'paused';
  /** Of a stopped cycle Jira's flag; of others also by the breach instant. Null if unknown. */
  readonly breached: boolean | null;
}

export interface SlaScope {
  readonly asOf: Instant;
  readonly zone: string;
  readonly lastDays: number;
  /** Which stopped cycles count: the last one of each issue and SLA, or all. */
  readonly cycles: 'last' | 'any';
  /** The name or field id of an SLA; '' for all. */
  readonly sla: string;
  /** Whether a row may count. */
  readonly counts: (row: number) => boolean;
}

export interface SlaEntries {
  /** By row, ascending. */
  readonly entries: readonly SlaEntry[];
  /** Rows with a stopped cycle whose stop cannot be read. */
  readonly undated: Uint32Array;
  /** Rows with such an SLA, started or not. */
  readonly rows: Uint32Array;
}

/** As people compare names: in any case, and however a keyboard writes 'ö'. */
export const slaKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Whether an SLA is asked for by its name, in any case, or by the id of its field. */
export const isAsked = (asked: string, field: string, sla: Sla): boolean =>
  asked.trim() === '' || asked.trim() === field || slaKey(asked) === slaKey(sla.name);

/** Rows with an SLA that is asked for, whoever they are assigned to. */
export const rowsWithSla = (issues: readonly Issue[], asked: string): Uint32Array =>
  rowsWhere(issues, ({ slas }) => [...slas].some(([field, sla]) => isAsked(asked, field, sla)));

/** The cycles that stopped in the last days, until now, and those that are ongoing. */
export function slaEntries(issues: readonly Issue[], scope: SlaScope): SlaEntries {
  const { asOf, zone, lastDays } = scope;
  const first = localDay(asOf, zone) - lastDays + 1;
  const isInPeriod = ({ stop }: SlaCycle) =>
    stop !== null && stop <= asOf && localDay(stop, zone) >= first;
  const entries: SlaEntry[] = [];
  const undated: number[] = [];
  const rows: number[] = [];
  for (const [row, { slas }] of issues.entries()) {
    if (!scope.counts(row)) continue;
    let hasSla = false;
    let isUndated = false;
    for (const [field, sla] of slas) {
      if (!isAsked(scope.sla, field, sla)) continue;
      hasSla = true;
      const entry = { row, field, sla: sla.name };
      isUndated ||= sla.completed.some(({ stop }) => stop === null);
      for (const cycle of countedCycles(sla, scope))
        if (isInPeriod(cycle))
          entries.push({ ...entry, cycle, state: 'stopped', breached: cycle.breached });
      const { ongoing } = sla;
      if (ongoing === null) continue;
      const state = ongoing.paused === true ? 'paused' : 'running';
      entries.push({ ...entry, cycle: ongoing, state, breached: isBreachedNow(ongoing, asOf) });
    }
    if (hasSla) rows.push(row);
    if (isUndated) undated.push(row);
  }
  return { entries, undated: Uint32Array.from(undated), rows: Uint32Array.from(rows) };
}

function countedCycles(
  { completed }: Sla,
  { cycles, asOf }: Pick<SlaScope, 'cycles' | 'asOf'>,
): readonly SlaCycle[] {
  if (cycles === 'any') return completed;
  let last: SlaCycle | null = null;
  for (const cycle of completed)
    if (cycle.stop !== null && cycle.stop <= asOf && cycle.stop >= (last?.stop ?? cycle.stop))
      last = cycle;
  return last === null ? [] : [last];
}

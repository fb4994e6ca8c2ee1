/**
 * SLAs by Jira's own cycles: those that stopped in the last days, and those that are ongoing.
 *
 *   ITS-1  Mon [ 3 h of 4 h ] Mon         met
 *   ITS-2  Mon [ 5 h of 4 h ] Tue         breached, 1 h over
 *   ITS-3  Tue [ breach 12:40             at risk at 12:00
 *   ITS-4  Mon [ breach Tue 11:00         running, breached now
 *   ITS-5  Mon [ paused                   paused; no breach instant
 *
 *   stopped 2 = met 1 + breached 1 + unknown 0   attainment 50%   running 2   breached now 1   paused 1
 */

import { compareLabels } from '@tallyboard/core/measure/group-by.ts';
import { isContradictory } from '@tallyboard/core/measure/sla.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure, Note, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import { missingSla } from '@tallyboard/report-kit/families/service-desk/missing-sla.ts';
import {
  rowsWithSla,
  type SlaEntries,
  type SlaEntry,
  slaEntries,
} from '@tallyboard/report-kit/families/service-desk/sla-entries.ts';
import {
  countCycles,
  entryGroups,
  largest,
} from '@tallyboard/report-kit/families/service-desk/sla-figures.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { groupNotes, has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { SlaSettings } from './settings.ts';

/** Numbers of cycles; overruns in seconds, time used in percent of the goal. */
export interface SlaFigures {
  readonly stopped: Figure;
  readonly met: Figure;
  readonly breached: Figure;
  readonly unknown: Figure;
  /** Met and breached. */
  readonly decided: Figure;
  readonly running: Figure;
  readonly breachedNow: Figure;
  readonly atRisk: Figure;
  readonly paused: Figure;
  /** Percent; null if none is met or breached. */
  readonly attainment: number | null;
  /** Of the breached cycles, of each issue the largest. */
  readonly overrun50: StatisticFigure;
  readonly overrun85: StatisticFigure;
  readonly used50: StatisticFigure;
}

export interface SlaRow extends SlaFigures {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
}

/** An ongoing cycle that somebody should look at. */
export interface SlaAttention {
  readonly id: string;
  readonly row: number;
  readonly issueId: string;
  readonly key: string;
  readonly summary: string;
  readonly sla: string;
  readonly state: 'breached' | 'at-risk' | 'paused';
  readonly breach: Instant | null;
  readonly assignee: string | null;
}

export interface SlaResult {
  /** The name of the grouping. */
  readonly label: string;
  readonly rows: readonly SlaRow[];
  readonly total: SlaFigures;
  /** Breached ones first, the longest breached on top, then those at risk, then paused ones. */
  readonly attention: readonly SlaAttention[];
  readonly riskHours: number;
  readonly counted: Uint32Array;
  /** Rows whose figures may be too small: a stop or a breach could not be read. */
  readonly doubtful: Uint32Array;
  /** Names of all SLAs of the issues. */
  readonly names: readonly string[];
}

export default function computeSla(
  dataset: Dataset,
  settings: SlaSettings,
  context: ReportContext,
): Computed<SlaResult> {
  const { issues, fields } = dataset;
  const { asOf, zone } = context;
  const { sla, cycles, lastDays } = settings;
  const counts = accountFilter(dataset, settings.accounts, context);
  const found = slaEntries(issues, { asOf, zone, sla, cycles, lastDays, counts });
  const riskUntil = asOf + settings.riskHours * HOUR;
  const of = (entries: readonly SlaEntry[]) => figuresOf(entries, asOf, riskUntil);
  const rows = entryGroups(dataset, settings.by, found.entries).map(({ entries, ...group }) => ({
    ...group,
    ...of(entries),
  }));
  const { by } = settings;
  const doubts = doubtsOf(found);
  const names = namesOf(dataset);
  return {
    result: {
      label: by === 'sla' ? 'SLA' : by === 'goal' ? 'Goal' : groupLabel(by, fields),
      rows,
      total: of(found.entries),
      attention: attentionOf(dataset, found.entries, asOf, riskUntil),
      riskHours: settings.riskHours,
      counted: found.rows,
      doubtful: Uint32Array.from(new Set([...found.undated, ...doubts.breach])).sort(),
      names,
    },
    notes: [
      ...missingSla(dataset, found.rows, names),
      ...notesOf(found, doubts, context),
      ...accountNotes(dataset, settings.accounts, rowsWithSla(issues, sla)),
      ...groupNotes(dataset, by),
    ],
    definitions: [...definitionsOf(settings), ...accountDefinition(settings.accounts)],
  };
}

function namesOf({ issues }: Dataset): readonly string[] {
  const names = new Set<string>();
  for (const { slas } of issues) for (const { name } of slas.values()) names.add(name);
  return [...names].sort((a, b) => compareLabels({ id: a, label: a }, { id: b, label: b }));
}

function figuresOf(entries: readonly SlaEntry[], asOf: Instant, riskUntil: Instant): SlaFigures {
  const stopped = entries.filter(({ state }) => state === 'stopped');
  const late = stopped.filter(({ breached }) => breached === true);
  const decided = countCycles(stopped.filter(({ breached }) => breached !== null));
  const met = countCycles(stopped.filter(({ breached }) => breached === false));
  return {
    stopped: countCycles(stopped),
    met,
    breached: countCycles(late),
    unknown: countCycles(stopped.filter(({ breached }) => breached === null)),
    decided,
    running: countCycles(entries.filter(({ state }) => state === 'running')),
    breachedNow: countCycles(entries.filter(isLate)),
    atRisk: countCycles(entries.filter(entry => isAtRisk(entry, asOf, riskUntil))),
    paused: countCycles(entries.filter(({ state }) => state === 'paused')),
    attainment: decided.value ? percent(met.value ?? 0, decided.value) : null,
    overrun50: largest('percentile50', late, overrunOf),
    overrun85: largest('percentile85', late, overrunOf),
    used50: largest('percentile50', stopped, usedOf),
  };
}

const isLate = ({ state, breached }: SlaEntry) => state !== 'stopped' && breached === true;

const isAtRisk = (
  { state, breached, cycle: { breach } }: SlaEntry,
  asOf: Instant,
  until: Instant,
) =>
  state === 'running' && breached !== true && breach !== null && breach > asOf && breach <= until;

/** Seconds beyond the goal; null if unknown, or where the times contradict the flag. */
function overrunOf({ cycle: { elapsed, goal, remaining } }: SlaEntry): number | null {
  const over = elapsed !== null && goal !== null ? elapsed - goal : remaining && -remaining;
  return over === null || over < 0 ? null : over / 1000;
}

const usedOf = ({ cycle: { elapsed, goal } }: SlaEntry): number | null =>
  elapsed !== null && goal !== null && goal > 0 ? (100 * elapsed) / goal : null;

const ORDER = ['breached', 'at-risk', 'paused'] as const;

function attentionOf(
  { issues }: Dataset,
  entries: readonly SlaEntry[],
  asOf: Instant,
  riskUntil: Instant,
): readonly SlaAttention[] {
  const stateOf = (entry: SlaEntry): SlaAttention['state'] | null => {
    if (isLate(entry)) return 'breached';
    if (isAtRisk(entry, asOf, riskUntil)) return 'at-risk';
    return entry.state === 'paused' ? 'paused' : null;
  };
  const list = entries.flatMap(entry => {
    const state = stateOf(entry);
    const issue = issues[entry.row];
    if (state === null || !issue) return [];
    const { id: issueId, key, summary, assignee } = issue;
    const { row, sla, field } = entry;
    const { breach } = entry.cycle;
    const who = assignee?.name ?? null;
    return [
      { id: `${issueId}/${field}`, row, issueId, key, summary, sla, state, breach, assignee: who },
    ];
  });
  const dueOf = ({ breach }: SlaAttention) => breach ?? Number.MAX_VALUE;
  return list.sort(
    (a, b) =>
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || dueOf(a) - dueOf(b) || a.row - b.row,
  );
}

interface Doubts {
  /** Ongoing cycles of which neither flag nor breach instant is known. */
  readonly breach: Uint32Array;
  readonly unknown: Uint32Array;
  readonly contradictory: Uint32Array;
  readonly unpaused: Uint32Array;
}

function doubtsOf({ entries }: SlaEntries): Doubts {
  const rowsOf = (test: (entry: SlaEntry) => boolean) =>
    Uint32Array.from(new Set(entries.filter(test).map(({ row }) => row)));
  return {
    breach: rowsOf(({ state, breached }) => state === 'running' && breached === null),
    unknown: rowsOf(({ state, breached }) => state === 'stopped' && breached === null),
    contradictory: rowsOf(({ cycle }) => isContradictory(cycle)),
    unpaused: rowsOf(({ state, cycle }) => state === 'running' && cycle.paused === null),
  };
}

function notesOf(found: SlaEntries, doubts: Doubts, { past }: ReportContext): readonly Note[] {
  return issueNotes([
    {
      code: 'sla-undated',
      words: has('a stopped SLA cycle without a readable stop (not counted).'),
      issues: found.undated,
      doubtful: true,
    },
    {
      code: 'sla-unknown',
      words: has('a stopped SLA cycle without a flag of Jira (met or breached is unknown).'),
      issues: doubts.unknown,
      doubtful: true,
    },
    {
      code: 'sla-breach-unknown',
      words: has('a running SLA without flag and breach time (not counted as breached).'),
      issues: doubts.breach,
      doubtful: true,
    },
    {
      code: 'sla-contradiction',
      words: has("an SLA whose flag contradicts its time and goal; Jira's flag counts."),
      issues: doubts.contradictory,
      doubtful: true,
    },
    {
      code: 'sla-pause-unknown',
      words: has('an SLA that counts as running: whether it was paused is unknown.'),
      issues: past ? doubts.unpaused : new Uint32Array(0),
    },
  ]);
}

const definitionsOf = ({ cycles, lastDays, riskHours }: SlaSettings) =>
  definitions({
    Stopped: `Cycles that stopped in the last ${formatCount(lastDays)} days${cycles === 'last' ? ', of each issue and SLA the last one' : ''}. Met or breached goes by Jira's flag; unknown has none.`,
    Attainment: 'Met of met and breached.',
    Running: 'Ongoing and not paused.',
    'Breached now': 'Ongoing, and breached by the flag, or not paused and past its breach time.',
    'At risk': `Running, and breached within ${formatCount(riskHours)} h unless it stops or pauses.`,
    Overrun:
      'Time beyond the goal of the breached cycles, in hours of the calendar of the SLA. Of each issue the largest.',
    'Time used':
      'Share of the goal that a stopped cycle took. Of each issue the largest, so that the total can be above each SLA.',
  });

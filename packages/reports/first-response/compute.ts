/**
 * Time to the first response, by the SLA that measures it. Comments are not loaded: without that SLA it is not known.
 *
 *   ITS-1  [ 1 h of 4 h ]     answered 2   50th percentile 1 h   85th 5 h
 *   ITS-2  [ 5 h of 4 h ]     met 1        breached 1
 *   ITS-3  [ running          waiting 1
 *   ITS-4  without the SLA    not known 1
 */

import { countOf, selectRows } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { cyclesOf } from '@tallyboard/core/measure/sla.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type {
  Computed,
  CountFigure,
  Figure,
  StatisticFigure,
} from '@tallyboard/core/model/result.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { missingSla } from '@tallyboard/report-kit/families/service-desk/missing-sla.ts';
import {
  isAsked,
  rowsWithSla,
  type SlaEntry,
  slaEntries,
} from '@tallyboard/report-kit/families/service-desk/sla-entries.ts';
import { countCycles, largest } from '@tallyboard/report-kit/families/service-desk/sla-figures.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { labelledGroups } from '@tallyboard/report-kit/figures/group-labels.ts';
import { groupNotes, has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { type FirstResponseSettings, slaNameOf } from './settings.ts';

/** Numbers of cycles; times in seconds of the calendar of the SLA. */
export interface FirstResponseFigures {
  readonly answered: Figure;
  readonly percentile50: StatisticFigure;
  readonly percentile85: StatisticFigure;
  readonly met: Figure;
  readonly breached: Figure;
  readonly decided: Figure;
  /** Percent; null if none is met or breached. */
  readonly attainment: number | null;
  readonly waiting: Figure;
  /** Issues created in the period without the SLA. */
  readonly unknown: CountFigure;
}

export interface FirstResponseRow extends FirstResponseFigures {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
}

export interface FirstResponseResult {
  /** The name of the grouping. */
  readonly label: string;
  readonly rows: readonly FirstResponseRow[];
  readonly total: FirstResponseFigures;
  /** Some issue has the SLA. */
  readonly hasSla: boolean;
  /** Names of all SLAs of the issues. */
  readonly names: readonly string[];
}

export default function computeFirstResponse(
  dataset: Dataset,
  settings: FirstResponseSettings,
  context: ReportContext,
): Computed<FirstResponseResult> {
  const { issues, fields } = dataset;
  const { asOf, zone } = context;
  const { by, lastDays, accounts } = settings;
  const sla = slaNameOf(settings);
  const counts = accountFilter(dataset, accounts, context);
  const found = slaEntries(issues, { asOf, zone, sla, cycles: 'last', lastDays, counts });
  const from = startOfDay(localDay(asOf, zone) - lastDays + 1, zone);
  // An SLA that never started has measured nothing.
  const isMeasured = (row: number) =>
    [...issues[row]!.slas].some(
      ([field, each]) => isAsked(sla, field, each) && cyclesOf(each).length > 0,
    );
  const unknown = new Set(
    selectRows(issues.length, row => {
      const { created } = issues[row]!;
      return counts(row) && !isMeasured(row) && created >= from && created <= asOf;
    }),
  );
  const byRow = Map.groupBy(found.entries, ({ row }) => row);
  const of = (rows: IssueRows) =>
    figuresOf(
      [...rows].flatMap(row => byRow.get(row) ?? []),
      rows.filter(row => unknown.has(row)),
    );
  const shown = selectRows(issues.length, row => byRow.has(row) || unknown.has(row));
  const rows = labelledGroups(groupIssues(dataset, by, shown), by, issues)
    .map(({ id, label, avatarUrl, rows: own }) => ({ id, label, avatarUrl, ...of(own) }))
    .sort((a, b) => (b.answered.value ?? 0) - (a.answered.value ?? 0) || compareLabels(a, b));
  const names = [
    ...new Set(issues.flatMap(({ slas }) => [...slas.values()].map(({ name }) => name))),
  ].sort();
  return {
    result: {
      label: groupLabel(by, fields),
      rows,
      total: of(shown),
      hasSla: found.rows.length > 0,
      names,
    },
    notes: [
      ...missingSla(dataset, found.rows, names),
      ...issueNotes([
        {
          code: 'sla-undated',
          words: has('a stopped SLA cycle without a readable stop (not counted).'),
          issues: found.undated,
          doubtful: true,
        },
      ]),
      ...accountNotes(dataset, accounts, rowsWithSla(issues, sla)),
      ...groupNotes(dataset, by),
    ],
    definitions: [
      ...definitions({
        'First response': `The time used of the SLA '${sla}', in hours of its calendar, where it stopped in the last ${formatCount(lastDays)} days. Of each issue the last cycle.`,
        Waiting: 'The SLA is running or paused.',
        'Not known':
          'Created in these days, and this SLA is missing or never started. Comments are not loaded, so nothing is guessed.',
      }),
      ...accountDefinition(accounts),
    ],
  };
}

function figuresOf(entries: readonly SlaEntry[], unknown: IssueRows): FirstResponseFigures {
  const answered = entries.filter(({ state }) => state === 'stopped');
  const met = countCycles(answered.filter(({ breached }) => breached === false));
  const decided = countCycles(answered.filter(({ breached }) => breached !== null));
  const time = ({ cycle: { elapsed } }: SlaEntry) => (elapsed === null ? null : elapsed / 1000);
  return {
    answered: countCycles(answered),
    percentile50: largest('percentile50', answered, time),
    percentile85: largest('percentile85', answered, time),
    met,
    breached: countCycles(answered.filter(({ breached }) => breached === true)),
    decided,
    attainment: decided.value ? percent(met.value ?? 0, decided.value) : null,
    waiting: countCycles(entries.filter(({ state }) => state !== 'stopped')),
    unknown: countOf(unknown),
  };
}

import { statisticOf, sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, type GroupBy, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure, StatisticFigure } from '@tallyboard/core/model/result.ts';
import { dashForZero, formatCount } from '@tallyboard/ui/text/numbers.ts';
import { labelledGroups } from '../../figures/group-labels.ts';
import type { Unit } from '../../table/units.ts';
import { goalText } from './duration-text.ts';
import { type SlaEntry, slaKey } from './sla-entries.ts';

export const CYCLES: Unit = {
  suffix: '',
  scale: 1,
  text: dashForZero(formatCount),
  part: { label: 'Cycles', format: formatCount },
};

export type SlaGrouping = GroupBy | 'sla' | 'goal';

export interface EntryGroup {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
  readonly entries: readonly SlaEntry[];
}

/** An entry is in each group of its issue. */
export function entryGroups(
  dataset: Dataset,
  by: SlaGrouping,
  entries: readonly SlaEntry[],
): readonly EntryGroup[] {
  if (by === 'sla') return byKey(entries, ({ sla }) => [slaKey(sla), sla]);
  if (by === 'goal')
    return byKey(entries, ({ cycle: { goal } }) => [String(goal ?? ''), goalText(goal)]);
  const byRow = Map.groupBy(entries, ({ row }) => row);
  return labelledGroups(groupIssues(dataset, by), by, dataset.issues)
    .map(({ id, label, avatarUrl, rows }) => ({
      id,
      label,
      avatarUrl,
      entries: [...rows].flatMap(row => byRow.get(row) ?? []),
    }))
    .filter(group => group.entries.length > 0)
    .sort((a, b) => b.entries.length - a.entries.length || compareLabels(a, b));
}

function byKey(
  entries: readonly SlaEntry[],
  keyOf: (entry: SlaEntry) => readonly [id: string, label: string],
): readonly EntryGroup[] {
  const groups = Map.groupBy(entries, entry => keyOf(entry)[0]);
  return [...groups]
    .map(([id, own]) => ({ id, label: keyOf(own[0]!)[1], avatarUrl: null, entries: own }))
    .sort(compareLabels);
}

/** How many cycles, by issue: entries of an issue follow each other. */
export function countCycles(entries: readonly SlaEntry[]): Figure {
  const counts = new Map<number, number>();
  for (const { row } of entries) counts.set(row, (counts.get(row) ?? 0) + 1);
  return sumOfEntries([...counts].sort(([a], [b]) => a - b));
}

export function largest(
  kind: 'percentile50' | 'percentile85',
  entries: readonly SlaEntry[],
  read: (entry: SlaEntry) => number | null,
): StatisticFigure {
  const values = new Map<number, number>();
  for (const entry of entries) {
    const value = read(entry);
    if (value !== null) values.set(entry.row, Math.max(value, values.get(entry.row) ?? value));
  }
  const sorted = [...values].sort(([a], [b]) => a - b);
  return statisticOf(
    kind,
    Uint32Array.from(sorted, ([row]) => row),
    Float64Array.from(sorted, ([, value]) => value),
  );
}

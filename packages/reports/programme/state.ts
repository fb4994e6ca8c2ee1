/** The values of the rows of a programme as of one state of the dataset: today's, or that of 30 days ago. */

import { countsType } from '@tallyboard/core/flow/issue-types.ts';
import { typesAboveEpics } from '@tallyboard/core/forest/above-epics.ts';
import { type RolledUp, rollUp } from '@tallyboard/core/forest/roll-up.ts';
import { pointsNow, pointsSource } from '@tallyboard/core/history/points.ts';
import { type DoneRule, isDone } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { type Parts, type ProgrammePart, partsOf } from './parts.ts';
import { isNamedMeasure, type ProgrammeSettings } from './settings.ts';

export interface StateOfRow {
  /** All issues that may have a value of the total, ascending. */
  readonly rows: Uint32Array;
  /** The issues that are counted, ascending. */
  readonly counted: Uint32Array;
  /** What makes the total, in the measure. */
  readonly total: RolledUp;
  /** The value of each counted issue for progress, in their order: what is below an issue stands for it. */
  readonly weights: RolledUp;
  /** Counted issues without a value, their own or one from below; none where issues are counted. */
  readonly unestimated: Uint32Array;
  /** Issues that the scope leaves out. */
  readonly leftOut: Uint32Array;
}

export interface ProgrammeState extends Parts {
  readonly own: Float64Array;
  isDone(row: number): boolean;
  counts(row: number): boolean;
  of(part: Pick<ProgrammePart, 'tops' | 'members'>): StateOfRow;
}

/** The number field of the measure; null for another measure, undefined for a field that is not there. */
export function measureField(
  { measure }: Pick<ProgrammeSettings, 'measure'>,
  { query }: Pick<ReportContext, 'query'>,
): FieldId | null | undefined {
  return isNamedMeasure(measure) ? null : query?.fields?.[measure.toLowerCase()];
}

export function stateOf(
  dataset: Dataset,
  settings: ProgrammeSettings,
  context: ReportContext,
  rule: DoneRule,
): ProgrammeState {
  const { issues, beside } = dataset;
  const { types, measure, scope } = settings;
  const isType = countsType(types);
  const hasSubTasks = types === 'all' || types === 'sub-tasks';
  const inQuery = (row: number) => {
    const id = issues[row]?.id;
    return id === undefined || !beside?.ids.has(id);
  };
  // Issues between a row and those that count may be estimated too.
  const mayCount = (row: number) => hasSubTasks || (issues[row]?.type.level ?? 0) >= 0;
  const isOfRows = (row: number) => mayCount(row) && (settings.rows !== 'version' || inQuery(row));
  const found = partsOf(dataset, settings, context.query?.parts ?? [], isOfRows);
  const above = types === 'standard' ? typesAboveEpics(issues, found.forest) : null;
  const counts = (row: number) => {
    const issue = issues[row];
    return issue !== undefined && isType(issue) && !above?.has(issue.type.id) && !found.isTop(row);
  };
  const own = valuesOf(dataset, settings, context);
  const weigh = settings.rule === 'own' ? 'own-else-children' : settings.rule;
  const isLeftOut = (row: number) => scope === 'query' && !inQuery(row);
  return {
    ...found,
    own,
    counts,
    isDone(row) {
      const issue = issues[row];
      return issue !== undefined && isDone(issue, rule);
    },
    of({ tops, members }) {
      const kept = members.filter(row => !isLeftOut(row));
      const counted = kept.filter(counts);
      const leftOut = members.filter(row => isLeftOut(row) && counts(row));
      if (measure === 'issues') {
        const parts = new Float64Array(counted.length).fill(1);
        const all = { value: counted.length, rows: counted, parts, both: NONE, without: NONE };
        return { rows: counted, counted, total: all, weights: all, unestimated: NONE, leftOut };
      }
      const rows = Uint32Array.from(new Set([...tops, ...kept])).sort();
      const weights = rollUp(found.forest, counted, own, weigh);
      return {
        rows,
        counted,
        total: rollUp(found.forest, rows, own, settings.rule),
        weights,
        unestimated: weights.without,
        leftOut,
      };
    },
  };
}

const NONE = new Uint32Array(0);

/** NaN for none. */
function valuesOf(
  dataset: Dataset,
  settings: ProgrammeSettings,
  context: ReportContext,
): Float64Array {
  const { issues } = dataset;
  const values = new Float64Array(issues.length).fill(Number.NaN);
  const { measure } = settings;
  if (measure === 'issues') return values;
  const field = measureField(settings, context);
  if (field === undefined) return values;
  const source = pointsSource(dataset, field);
  for (const [row, issue] of issues.entries()) {
    values[row] =
      (measure === 'time' ? issue.originalSeconds : pointsNow(issue, source)) ?? Number.NaN;
  }
  return values;
}

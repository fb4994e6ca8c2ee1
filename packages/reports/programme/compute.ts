/**
 * Epics, initiatives, versions or queries in one table: how far each is, what came into it, and when it is over by its own
 * pace.
 *
 *   E-1  3 stories, 1 done      progress 1/3, target 1 May, over by 20 April with 50%, by 9 May with 85%
 */

import { finishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import { replayFlow } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, workflowOf } from '@tallyboard/core/flow/workflow.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { daysBefore } from '@tallyboard/report-kit/families/flow/calendar-days.ts';
import { partsOfTeam } from '@tallyboard/report-kit/families/parts/parts-of-team.ts';
import { withCommonMeasure } from './common-measure.ts';
import { GROWTH_DAYS, type Growth, growthOf } from './growth.ts';
import { growthBands } from './growth-bands.ts';
import { programmeDefinitions, programmeNotes } from './notes.ts';
import { type ProgrammePart, partKind } from './parts.ts';
import type { ProgrammeFigures, ProgrammeResult } from './result.ts';
import { rowsIn } from './row.ts';
import type { ProgrammeSettings } from './settings.ts';
import { type ProgrammeState, type StateOfRow, stateOf } from './state.ts';

export default function computeProgramme(
  dataset: Dataset,
  chosen: ProgrammeSettings,
  context: ReportContext,
): Computed<ProgrammeResult> {
  const { settings, notes } = withCommonMeasure(chosen, dataset, context);
  const { issues, beside } = dataset;
  const { asOf, zone } = context;
  const done = doneInForce(dataset, settings, context, settings.board);
  const { rule } = done;
  const workflow = workflowOf(dataset, settings, context);
  const replay = replayFlow(dataset, workflow, rule, settings, asOf);
  const state = stateOf(dataset, settings, context, rule);
  const isOfTeam = (row: number) => {
    const issue = issues[row];
    return (
      issue !== undefined &&
      replay.outside[row] === 0 &&
      replay.undated[row] === 0 &&
      !beside?.ids.has(issue.id) &&
      !state.isTop(row)
    );
  };
  const days = daysBefore(context, issues, isOfTeam);
  const spells = finishSpells(dataset, replay, workflow, rule);
  const team = partsOfTeam(
    { dataset, settings, context, spells, days, counts: isOfTeam },
    partKind(settings.rows, issues),
  );
  const before = startOfDay(localDay(asOf, zone) - GROWTH_DAYS + 1, zone) - 1;
  const past = datasetAt(dataset, before, []);
  const then = stateOf(past, settings, context, rule);
  const thenOf = new Map(then.parts.map(part => [part.id, part]));
  const rowOf = new Map<IssueId, number>(issues.map(({ id }, row) => [id, row]));
  const figuresOf = (part: Members, earlier: Members = NO_MEMBERS) => {
    const now = state.of(part);
    const growth = growthOf(
      { issues, ...now },
      { issues: past.issues, ...then.of(earlier) },
      rowOf,
    );
    return { now, figures: { ...valuesOf(now, state), ...growth } };
  };
  const rowFor = rowsIn({ dataset, context, rule, replay, state, days, team });
  const rows = state.parts.map(part => {
    const { now, figures } = figuresOf(part, thenOf.get(part.id));
    return rowFor(part, now, figures);
  });
  const { figures: all } = figuresOf(unionOf(state.parts), unionOf(then.parts));
  return {
    result: {
      workflow: plainWorkflow(workflow),
      rows,
      all,
      today: dayText(localDay(asOf, zone)),
      measure: settings.measure,
      field: fieldName(dataset, settings, context),
      growth: growthBands(
        { dataset, settings, context, rule, parts: state.parts, rowOf },
        settings.growthOf,
      ),
    },
    done: done.inForce,
    notes: [
      ...notes,
      ...team.notes,
      ...programmeNotes(dataset, settings, context, { state, replay, rows }),
    ],
    definitions: programmeDefinitions(settings),
  };
}

type Members = Pick<ProgrammePart, 'tops' | 'members'>;
const NO_MEMBERS: Members = { tops: [], members: new Uint32Array(0) };

const unionOf = (parts: readonly ProgrammePart[]): Members => ({
  tops: [...new Set(parts.flatMap(({ tops }) => tops))],
  members: Uint32Array.from(new Set(parts.flatMap(({ members }) => [...members]))).sort(),
});

function valuesOf(
  { counted, total, weights, unestimated, leftOut }: StateOfRow,
  { isDone }: ProgrammeState,
): Omit<ProgrammeFigures, keyof Growth> {
  const count = countOf(counted);
  const isByWeight = total !== weights && (weights.value ?? 0) !== 0;
  const whole = isByWeight ? statisticOf('sum', weights.rows, weights.parts) : count;
  const finished = [...whole.issues.entries()].filter(([, row]) => isDone(row));
  const rows = Uint32Array.from(finished, ([, row]) => row);
  const values = Float64Array.from(finished, ([at]) => whole.parts?.[at] ?? 1);
  const part = isByWeight ? statisticOf('sum', rows, values) : countOf(rows);
  const scale = (total.value ?? 0) / (whole.value || 1);
  const summed = total.value === null ? null : statisticOf('sum', total.rows, total.parts);
  return {
    count,
    total: total === weights ? count : summed,
    done:
      total === weights
        ? part
        : summed &&
          statisticOf(
            'sum',
            rows,
            values.map(value => value * scale),
          ),
    progress:
      counted.length === 0
        ? null
        : { part, whole, share: percent(part.value ?? 0, whole.value ?? 0) / 100 },
    unestimated: countOf(unestimated),
    leftOut: countOf(leftOut),
  };
}

function fieldName(
  { fields }: Dataset,
  { measure }: ProgrammeSettings,
  { query }: ReportContext,
): string | null {
  const id = query?.fields?.[measure.toLowerCase()];
  return fields.find(field => field.id === id)?.name ?? null;
}

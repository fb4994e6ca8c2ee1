/** A row of the programme: its state, dates, fever, and what it waits for. */

import type { FlowReplay } from '@tallyboard/core/flow/replay.ts';
import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import { MIN_DAYS, MIN_FINISHES } from '@tallyboard/core/forecast/rolled-forecast.ts';
import { countOf } from '@tallyboard/core/measure/figures.ts';
import type { DoneRule } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { daysBefore } from '@tallyboard/report-kit/families/flow/calendar-days.ts';
import type { partsOfTeam } from '@tallyboard/report-kit/families/parts/parts-of-team.ts';
import { dependencyTools } from './dependencies.ts';
import { feverOf } from './fever.ts';
import type { ProgrammePart } from './parts.ts';
import { TARGET_END } from './query.ts';
import type { ProgrammeFigures, ProgrammeRow } from './result.ts';
import type { ProgrammeState, StateOfRow } from './state.ts';

export interface Scene {
  readonly dataset: Dataset;
  readonly context: ReportContext;
  readonly rule: DoneRule;
  readonly replay: FlowReplay;
  readonly state: ProgrammeState;
  readonly days: ReturnType<typeof daysBefore>;
  readonly team: ReturnType<typeof partsOfTeam>;
}

type Level = (typeof LEVELS)[number];

/** Returns what makes a row of a part, its issues and its figures. */
export function rowsIn(scene: Scene) {
  const { dataset, context, rule, replay, state, days, team } = scene;
  const { issues, beside } = dataset;
  const { zone } = context;
  const sample = team.forecasts.sampleNow();
  const { of: dependenciesOf, oldestBlocked } = dependencyTools(dataset, context, rule);

  return (part: ProgrammePart, now: StateOfRow, figures: ProgrammeFigures): ProgrammeRow => {
    const { id, kind, key, name, tops, members, isReleased } = part;
    const { counted } = now;
    const within = new Set([...tops, ...now.rows, ...members]);
    const open = counted.filter(row => !state.isDone(row));
    const isDone = counted.length > 0 && open.length === 0;
    const start = firstStart(counted, replay);
    const dues = issuesAt(issues, counted).flatMap(({ due }) => due ?? []);
    const target = targetOf(part, dataset, context);
    const at = <Value>(values: readonly Value[] | null, level: Level): Value | null =>
      values?.[LEVELS.indexOf(level)] ?? null;
    const dayAfter = (away: number | null) =>
      away === null ? null : dayText(days.first + days.present + away);
    const away = target === null ? null : target - days.first - days.present;
    const ended = isDone ? 'It is done.' : isReleased ? 'It is released.' : null;
    const found = ended === null ? team.forecasts.datesOf(id) : null;
    const { kept = null, keptOf = null } = found?.record ?? {};
    const status = statusOf(issuesAt(issues, tops)[0], counted.length, open.length, start);
    return {
      id,
      kind,
      key,
      name,
      own: kind === 'issue' ? countOf(Uint32Array.from(tops)) : null,
      ...figures,
      status,
      start: start === null ? null : dayText(localDay(start, zone)),
      due: dues.length > 0 ? dayText(Math.max(...dues)) : null,
      target: target === null ? null : dayText(target),
      isReleased,
      isOverdue: status !== 'done' && !isReleased && away !== null && away < 0,
      date50: dayAfter(at(found?.shown ?? null, 50)),
      date85: dayAfter(at(found?.shown ?? null, 85)),
      kept50: at(kept, 50),
      kept85: at(kept, 85),
      keptOf,
      chance: found && away !== null ? 100 * (away > 0 ? found.chanceWithin(away) : 0) : null,
      cannot:
        found || isDone ? null : (ended ?? whyNone(counted.length, hasOpen(scene, id), sample)),
      ...(ended !== null
        ? { fever: null, noFever: ended }
        : feverFor(scene, id, target, start, figures.progress?.share ?? 0)),
      blocked: oldestBlocked(open),
      dependencies: dependenciesOf(open, row => within.has(row)),
      isPart: issuesAt(issues, tops).some(issue => beside?.unread.has(issue.id)),
    };
  };
}

const issuesAt = (issues: readonly Issue[], rows: Iterable<number>): readonly Issue[] =>
  Array.from(rows).flatMap(row => issues[row] ?? []);

const hasOpen = ({ team, days }: Scene, id: string): boolean =>
  team.parts.stateAt(id, days.present).open > 0;

/** When the first of the issues was in progress; null if none was. */
function firstStart(rows: Iterable<number>, { since }: FlowReplay): Instant | null {
  let first = Infinity;
  for (const row of rows) {
    const at = since[row] ?? Number.NaN;
    if (at < first) first = at;
  }
  return first === Infinity ? null : first;
}

function statusOf(
  top: Issue | undefined,
  count: number,
  open: number,
  start: Instant | null,
): ProgrammeRow['status'] {
  if (count === 0) {
    const category = top?.status.category;
    return category === 'done' || category === 'in-progress' ? category : 'to-do';
  }
  if (open === 0) return 'done';
  return start !== null || open < count ? 'in-progress' : 'to-do';
}

function feverFor(
  { team, days }: Scene,
  id: string,
  target: Day | null,
  start: Instant | null,
  progress: number,
): Pick<ProgrammeRow, 'fever' | 'noFever'> {
  const none = (noFever: string) => ({ fever: null, noFever });
  if (target === null) return none('It has no target date.');
  if (start === null) return none('It has not begun.');
  const now = team.forecasts.medianDayAt(id, days.present);
  if (now === null) return none('It has no date by its pace.');
  const atStart = team.forecasts.medianDayAt(id, days.of(start));
  if (atStart === null) return none('Too little was known when it began.');
  return { fever: feverOf(target - days.first, atStart, now, progress), noFever: null };
}

function whyNone(
  count: number,
  hasOpen: boolean,
  { days, finished }: { readonly days: number; readonly finished: number },
): string {
  if (count === 0) return 'No issues yet.';
  if (!hasOpen) return 'None of its open issues is among those of the query.';
  if (days < MIN_DAYS) return `The issues have a history of ${days} days. Dates need ${MIN_DAYS}.`;
  if (finished < MIN_FINISHES)
    return `${finished} ${finished === 1 ? 'issue was' : 'issues were'} finished in the last ${days} days. Dates need ${MIN_FINISHES}.`;
  return 'There is no forecast.';
}

/** The release day of a version, the due date of an issue, else its Target end. */
function targetOf(
  { kind, tops, releaseDay }: ProgrammePart,
  { issues }: Dataset,
  { query }: ReportContext,
): Day | null {
  if (kind !== 'issue') return releaseDay;
  const top = issuesAt(issues, tops)[0];
  if (!top || top.due !== null) return top?.due ?? null;
  const field = query?.fields?.[TARGET_END];
  const value = field === undefined ? null : top.custom.get(field);
  return typeof value === 'string' ? parseDay(value.slice(0, 10)) : null;
}

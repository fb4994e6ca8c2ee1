/**
 * Why a figure is another one than at an earlier time: what moved with the clock alone, then what happened to issues, by instant and
 * kind, each with its part of the change. See docs/why.md.
 */
import { allIssues } from '@tallyboard/core/measure/rows.ts';
import type { ChangeField } from '@tallyboard/core/model/change.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { statesOf } from '@tallyboard/core/past/dataset-at.ts';
import { namesOfToday } from '@tallyboard/core/past/of-today.ts';
import { pastRequirement } from '@tallyboard/core/past/past-requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import {
  type Entry,
  FigureState,
  hasParts,
  NO_ENTRY,
  sameEntry,
} from '@tallyboard/core/why/figure-state.ts';
import { type GroupChange, mixAndRate } from '@tallyboard/core/why/mix-and-rate.ts';
import { eventAt, eventOfKind, type IssueEvent, instantsOf } from './event-kinds.ts';
import { entriesOf, type FoundFigure, kindOf, listEntries, sumsByGroup } from './found-figure.ts';
import { kindsAlone } from './kind-alone.ts';
import { type OrderChange, orderChange } from './order-change.ts';
import { type Replay, type Step, stepsTogether, trajectories } from './trajectories.ts';
import type { TwoTimes } from './two-times.ts';

export interface ExplainArgs extends TwoTimes {
  /** The figure of a report that is computed on a dataset as of the time of the context; null where it has none. */
  readonly find: (dataset: Dataset, context: ReportContext) => FoundFigure | null;
  /** Of the report, at either time. */
  readonly requirement: Pick<Requirement, 'history' | 'parts' | 'customFields'>;
  readonly before: ReportContext;
  readonly after: ReportContext;
}

export interface Cause {
  /** Null for what has no event. */
  readonly at: Instant | null;
  readonly kind: string;
  readonly issues: readonly IssueKey[];
  /** In the unit of programs. */
  readonly part: number;
  readonly by: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface Explanation {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number;
  /** What the clock alone moved out of a rolling window. */
  readonly window: { readonly part: number; readonly left: number } | null;
  readonly causes: readonly Cause[];
  /** Null for what has parts. */
  readonly order: OrderChange | null;
  readonly groups: readonly GroupChange[];
  readonly explained: number;
  readonly doubts: readonly string[];
  /** Histories of issues that changed the figure were not received whole. */
  readonly isPart: boolean;
}

/** Null where the report has no such figure at either time. */
export function explainFigure(args: ExplainArgs): Explanation | null {
  const { find, dataset, before, after, left, joined, requirement } = args;
  const states = statesOf(dataset, requirement.history);
  const [from, to] = [before.asOf, after.asOf];
  const atFrom = (now: Instant) => states(({ id }) => (joined.has(id) ? null : from), now);
  const first = atFrom(from);
  const clock = atFrom(to);
  const last = after.past
    ? states(({ id }) => (left.has(id) ? null : to), to)
    : { ...dataset, issues: dataset.issues.filter(({ id }) => !left.has(id)) };
  const was = find(first, before);
  const moved = find(clock, after);
  const is = find(last, after);
  const any = is ?? was;
  if (!any) return null;
  const kind = isSteady(moved, is) ? (kindOf(is ?? any) ?? kindOf(was ?? any)) : null;
  const scale = any.scale;
  const values = [was, moved, is].map(found => (found?.value ?? 0) / scale);
  const [a = 0, m = 0, b = 0] = values;
  // A report has no figures before the first issue.
  const isEarly =
    dataset.issues.length > 0 && dataset.issues.every(({ created }) => created > from);
  const head = {
    name: any.name,
    before: isEarly || was?.value == null ? null : a,
    after: is?.value == null ? null : b,
    change: b - a,
  };
  if (kind === null) {
    const doubts = [
      isSteady(moved, is)
        ? 'This figure is not made of issues: what changed it cannot be told.'
        : 'It is an average over another number of periods or issues than then: issues have no part in that change.',
    ];
    const none = { window: null, causes: [], order: null, groups: [], explained: 0 };
    return { ...head, ...none, doubts: b === a ? [] : doubts, isPart: false };
  }
  const entriesIn = entriesBeside(
    data => find(data, after),
    [
      [is, last],
      [moved, clock],
    ],
  );
  const start = entriesIn(clock);
  const end = entriesIn(last);
  const earlier = entriesOf(was, first);
  const leavers = [...earlier.keys()].filter(id => !start.has(id)).length;
  const replay: Replay = {
    dataset,
    states,
    from,
    to,
    isIn: ({ id }, done, all) => !(left.has(id) && done === all) && !(joined.has(id) && done < all),
    entriesIn,
  };
  const steps = stepsOf(replay, start, end);
  const state = new FigureState(kind, start);
  const fields = new Set(pastRequirement({ ...NO_REQUIREMENT, ...requirement }).history);
  const causes = causesOf(state, steps, dataset, { left, joined, scale, fields, replay });
  const isWindow = leavers > 0 && m !== a;
  const passed: Cause[] =
    isWindow || m === a ? [] : [{ ...NO_EVENT, kind: 'time passed', issues: [], part: m - a }];
  const window = isWindow ? { part: m - a, left: leavers } : null;
  const all = [...passed, ...causes];
  const explained = all.reduce((sum, { part }) => sum + part, window?.part ?? 0);
  const grouped = (found: FoundFigure | null, data: Dataset) =>
    sumsByGroup(listEntries(found, data), kind === 'share');
  const doubts = doubtsOf(explained - head.change, dataset, replay);
  return {
    ...head,
    window,
    causes: all,
    order: hasParts(kind)
      ? null
      : orderChange([earlier, was?.value ?? null], [end, is?.value ?? null], keysOf(dataset)),
    groups: hasParts(kind)
      ? mixAndRate(kind, grouped(was, first), grouped(is, last)).map(each => ({
          group: each.group,
          mix: each.mix / scale,
          rate: each.rate / scale,
          interaction: each.interaction / scale,
        }))
      : [],
    explained,
    doubts: [...doubts, ...ofTodayDoubts(dataset, requirement, from)],
    isPart: doubts.length > 0,
  };
}

/**
 * What each issue adds to a figure. A row of a table is there only while an issue is in it: where it is missing at one of the times, its
 * share is 0 of the whole of then. To find that whole, the report is computed with one issue of the row added.
 */
function entriesBeside(
  find: (dataset: Dataset) => FoundFigure | null,
  times: readonly (readonly [FoundFigure | null, Dataset])[],
): Replay['entriesIn'] {
  const [witness] = times.flatMap(([found, dataset]) => {
    const id = found?.whole ? [...entriesOf({ ...found, whole: null }, dataset).keys()][0] : null;
    return dataset.issues.find(issue => issue.id === id) ?? [];
  });
  return data => {
    const found = find(data);
    if (found || !witness) return entriesOf(found, data);
    const others = data.issues.filter(({ id }) => id !== witness.id);
    const beside = { ...data, issues: [...others, witness] };
    const whole = new Map<IssueId, Entry>();
    for (const [id, { d }] of entriesOf(find(beside), beside))
      if (id !== witness.id || others.length < data.issues.length)
        whole.set(id, { n: undefined, d });
    return whole;
  };
}

/** An average over periods has parts as long as their number stays. */
export const isSteady = (a: FoundFigure | null, b: FoundFigure | null): boolean =>
  !a?.figure || !b?.figure || Math.abs(a.per - b.per) < 1e-9;

const keysOf = (dataset: Dataset): ReadonlyMap<IssueId, IssueKey> =>
  new Map(allIssues(dataset).map(({ id, key }) => [id, key]));

/** Of what Jira tells as of now alone, such as whether an SLA is paused. */
const UNTOLD = 'without an event';

const NO_EVENT = { at: null, by: null, from: null, to: null };

/** The steps from `start` to `end` in time order. Issues that change with others are computed with them. */
function stepsOf(
  replay: Replay,
  start: ReadonlyMap<IssueId, Entry>,
  end: ReadonlyMap<IssueId, Entry>,
): readonly Step[] {
  const { dataset, from, to } = replay;
  const instants = new Map<IssueId, readonly Instant[]>();
  for (const issue of allIssues(dataset)) {
    const own = instantsOf(issue, from, to);
    if (own.length > 0) instants.set(issue.id, own);
  }
  const alone = trajectories(replay, instants, start);
  const lasting = lastOf(start, alone);
  const open = new Set(
    [...new Set([...lasting.keys(), ...end.keys()])].filter(
      id => !sameEntry(lasting.get(id) ?? NO_ENTRY, end.get(id) ?? NO_ENTRY),
    ),
  );
  const steps = alone.filter(({ id }) => !open.has(id));
  if (open.size > 0) {
    const others = stepsTogether(replay, open, instantsWith(dataset, open, instants), start);
    const reached = lastOf(start, others);
    steps.push(...others);
    for (const id of open) {
      const entry = end.get(id) ?? NO_ENTRY;
      if (!sameEntry(reached.get(id) ?? NO_ENTRY, entry))
        steps.push({ at: to, id, entry, isUntold: true });
    }
  }
  return steps.sort((a, b) => a.at - b.at);
}

function lastOf(start: ReadonlyMap<IssueId, Entry>, steps: readonly Step[]) {
  const last = new Map(start);
  for (const { id, entry } of steps) last.set(id, entry);
  return last;
}

/** When something happened to the issues, or to those that they depend on: parents, children, linked ones. */
function instantsWith(
  dataset: Dataset,
  wanted: ReadonlySet<IssueId>,
  instants: ReadonlyMap<IssueId, readonly Instant[]>,
): readonly Instant[] {
  const near = new Set<string>(wanted);
  for (const { id, parent, epic, links } of allIssues(dataset)) {
    const above = [parent?.id, epic?.id].filter(each => typeof each === 'string');
    if (wanted.has(id)) for (const each of above) near.add(each);
    if (above.some(each => wanted.has(each as IssueId))) near.add(id);
    if (links.some(({ otherId }) => wanted.has(otherId))) near.add(id);
  }
  const found = new Set<Instant>();
  for (const [id, own] of instants) if (near.has(id)) for (const at of own) found.add(at);
  return [...found].sort((a, b) => a - b);
}

interface CauseOptions {
  readonly left: ReadonlySet<IssueId>;
  readonly joined: ReadonlySet<IssueId>;
  readonly scale: number;
  readonly fields: ReadonlySet<ChangeField>;
  readonly replay: Replay;
}

/** One for each instant and kind. */
function causesOf(
  state: FigureState,
  steps: readonly Step[],
  dataset: Dataset,
  { left, joined, scale, fields, replay }: CauseOptions,
): Cause[] {
  const issueOf = new Map<IssueId, Issue>(allIssues(dataset).map(issue => [issue.id, issue]));
  const categories = new Map<string, string>(
    [...dataset.statuses.values()].map(each => [each.id, each.category]),
  );
  const categoryOf = (id: string | null) => categories.get(id ?? '') ?? 'none';
  const eventOf = (step: Step): IssueEvent => {
    const { id, at, entry } = step;
    const issue = issueOf.get(id);
    const event = issue ? eventAt(issue, at, { categoryOf, fields }) : null;
    const isQuery = (left.has(id) && entry.n === undefined) || joined.has(id);
    if (isQuery) return { from: null, to: null, by: null, ...event, kind: 'query' };
    return event ?? { ...NO_EVENT, kind: step.isUntold ? UNTOLD : 'related issue' };
  };
  const events = new Map(steps.map(step => [step, eventOf(step)]));
  const alone = kindsAlone(replay, steps, step => events.get(step)?.kind.split(', ') ?? []);
  const told = (step: Step): IssueEvent => {
    const event = events.get(step) ?? eventOf(step);
    const [kind, issue] = [alone.get(step), issueOf.get(step.id)];
    return kind && issue ? eventOfKind(event, kind, issue, step.at, categoryOf) : event;
  };
  const causes: Cause[] = [];
  for (let at = 0; at < steps.length; ) {
    const instant = steps[at]?.at ?? 0;
    const group: Step[] = [];
    for (let next = steps[at]; next && next.at === instant; next = steps[++at]) group.push(next);
    const was = state.value() ?? 0;
    const parts = state.change(group.map(({ id, entry }) => [id, entry] as const));
    const change = (state.value() ?? 0) - was;
    const own = group.map(told);
    if (parts === null && change === 0) continue;
    const kinds = Map.groupBy(group.keys(), index =>
      parts === null ? '' : (own[index]?.kind ?? ''),
    );
    for (const indexes of kinds.values()) {
      const those = indexes.flatMap(index => own[index] ?? []);
      causes.push({
        at: those.every(({ kind }) => kind === UNTOLD) ? null : instant,
        kind: [...new Set(those.map(({ kind }) => kind))].join(', '),
        issues: indexes.flatMap(
          index => issueOf.get(group[index]?.id ?? ('' as IssueId))?.key ?? [],
        ),
        part:
          (parts === null ? change : indexes.reduce((sum, each) => sum + (parts[each] ?? 0), 0)) /
          scale,
        by: onlyOne(those.map(({ by }) => by)),
        from: onlyOne(those.map(each => each.from)),
        to: onlyOne(those.map(each => each.to)),
      });
    }
  }
  return causes.filter(({ part }) => part !== 0);
}

const onlyOne = (values: readonly (string | null)[]): string | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null;

/** What may have changed without an event: both numbers use the values of today. */
function ofTodayDoubts(
  dataset: Dataset,
  requirement: ExplainArgs['requirement'],
  from: Instant,
): readonly string[] {
  const names = namesOfToday(dataset, requirement, from);
  return names.length === 0
    ? []
    : [`Both numbers use today's values where no history tells the changes: ${names.join(', ')}.`];
}

/** @param rest what no cause tells of the change. */
function doubtsOf(rest: number, { issues }: Dataset, { from }: Replay): readonly string[] {
  const doubts: string[] = [];
  const cut = issues.filter(issue => !issue.historyComplete && issue.updated > from).length;
  if (cut > 0)
    doubts.push(
      `${cut} ${cut === 1 ? 'issue has an incomplete history' : 'issues have incomplete histories'}: events may be missing.`,
    );
  if (Math.abs(rest) > 1e-6)
    doubts.push('A part of the change has no event that was received: it is not explained.');
  return doubts;
}

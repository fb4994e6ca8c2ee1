/**
 * The order of changes: by instant; among changes of one field at one instant, that in which each begins with the value
 * where the one before ended. History ids, then the order received, decide only where no order fits.
 *
 *   9:00  id 7  In Progress > Closed
 *   9:00  id 8  To Do > In Progress        the order is 8, 7
 */

import type { Change } from '../model/change.ts';
import type { Issue } from '../model/issue.ts';

/** Orders changes by instant, then by history id as a number: '99' precedes '100'. */
export function compareChanges(a: Change, b: Change): number {
  if (a.at !== b.at) return a.at - b.at;
  const { historyId: first = '' } = a;
  const { historyId: second = '' } = b;
  if (first === second) return 0;
  const difference = Number(first) - Number(second);
  if (!Number.isNaN(difference)) return difference;
  return first < second ? -1 : 1;
}

type CurrentValues = Pick<
  Issue,
  | 'status'
  | 'assignee'
  | 'priority'
  | 'resolution'
  | 'type'
  | 'project'
  | 'sprints'
  | 'points'
  | 'bothPoints'
  | 'fixVersions'
  | 'components'
  | 'flagged'
  | 'custom'
>;

/** Puts the changes of an issue, sorted by `compareChanges`, in order. Returns the same array. */
export function orderChanges(changes: Change[], issue: CurrentValues): Change[] {
  if (!hasTies(changes)) return changes;
  const places = Map.groupBy(changes.keys(), at => lineOf(changes[at]!));
  for (const own of places.values()) {
    const line = own.map(at => changes[at]!);
    orderLine(line, issue).forEach((change, at) => {
      changes[own[at]!] = change;
    });
  }
  return changes;
}

/** Whether the last change of one of the fields names another value than that of now. */
export function hasOtherValueNow(issue: Issue, fields: readonly Change['field'][]): boolean {
  // Columns make the list when it is read.
  const { changes } = issue;
  return fields.some(field => {
    const own = changes.filter(each => each.field === field);
    const last = own.at(-1);
    if (last === undefined || own.some(each => lineOf(each) !== lineOf(last))) return false;
    const now = currentValue(last, issue);
    const { id, text } = valueIn(field, last.to, last.toText);
    if (now === null || (id !== '' && id === now.id)) return false;
    // Ids are compared where both have one.
    return (id !== '' && now.id !== '' && field !== 'status') || text !== now.text;
  });
}

/** Whether two changes of one field have the same instant. */
function hasTies(changes: readonly Change[]): boolean {
  for (let index = 1; index < changes.length; index++) {
    const { at, field } = changes[index]!;
    for (let other = index - 1; other >= 0; other--) {
      const before = changes[other]!;
      if (before.at !== at) break;
      if (before.field === field) return true;
    }
  }
  return false;
}

/** Fields whose changes add or remove one value: each value has a chain of its own. */
const SETS: ReadonlySet<string> = new Set(['fixVersion', 'components', 'link']);

/** Identifies the changes that follow one another. */
function lineOf({ field, fieldId, fieldName, from, fromText, to, toText }: Change): string {
  if (SETS.has(field)) {
    const removed = from || fromText;
    const added = to || toText;
    return removed && added ? field : `${field} ${removed || added}`;
  }
  const isCustom =
    field === 'points' || field === 'sprint' || field === 'custom' || field === 'other';
  return isCustom ? `${field} ${fieldId ?? fieldName.toLowerCase()}` : field;
}

interface Step {
  readonly from: number;
  readonly to: number;
}

function orderLine(line: readonly Change[], issue: CurrentValues): readonly Change[] {
  const number = valueNumbers();
  const steps = line.map(({ field, from, fromText, to, toText }): Step => {
    return { from: number(valueIn(field, from, fromText)), to: number(valueIn(field, to, toText)) };
  });
  const current = currentValue(line[0]!, issue);
  const groups = [...Map.groupBy(steps.keys(), place => line[place]!.at).values()];
  const endings = endingsOf(
    groups.map(group => group.map(place => steps[place]!)),
    current && number(current),
  );
  const ordered: Change[] = [];
  let before: number | null = null;
  groups.forEach((group, at) => {
    const own = group.map(place => steps[place]!);
    const after = endings[at] ?? null;
    const order =
      chainOrder(own, before, after) ?? orderOfRepeated(own, before, after) ?? own.keys();
    for (const place of order) {
      ordered.push(line[group[place]!]!);
      before = own[place]!.to;
    }
  });
  return ordered;
}

/** Required final value of each group: the next group's first value, or the current one; null when any will do. */
function endingsOf(groups: readonly (readonly Step[])[], now: number | null): (number | null)[] {
  const endings: (number | null)[] = [];
  let after = now;
  for (const steps of groups.toReversed()) {
    endings.push(after);
    const ends = endsOf(steps);
    const isCircuit = ends?.start === null;
    // A circuit begins where it ends.
    const start = isCircuit && steps.some(({ from }) => from === after) ? after : null;
    after = isCircuit ? start : (ends?.start ?? null);
  }
  return endings.reverse();
}

interface Value {
  readonly id: string;
  readonly text: string;
}

function valueIn(field: Change['field'], id: string | null, text: string | null): Value {
  const name = (text ?? '').trim().toLowerCase();
  if (field === 'points') return { id: '', text: name === '' ? '' : String(Number(name)) };
  const list = (given: string) =>
    given
      .split(',')
      .map(each => each.trim())
      .sort()
      .join();
  if (field === 'sprint') return { id: list(id ?? ''), text: list(name) };
  return { id: id ?? '', text: name };
}

/** Numbers values by id, else by name; 0 is the empty one. */
function valueNumbers(): (value: Value) => number {
  const byId = new Map<string, number>();
  const byText = new Map<string, number>();
  let count = 0;
  return ({ id, text }) => {
    if (id === '' && text === '') return 0;
    const number = byId.get(id) ?? byText.get(text) ?? ++count;
    if (id !== '') byId.set(id, number);
    if (text !== '') byText.set(text, number);
    return number;
  };
}

/** The value of now; null if it is unknown. */
function currentValue(change: Change, issue: CurrentValues): Value | null {
  const { field, fieldId } = change;
  const named = (each: { readonly id: string; readonly name: string } | null) =>
    valueIn(field, each?.id ?? '', each?.name ?? '');
  if (field === 'status' || field === 'assignee' || field === 'priority')
    return named(issue[field]);
  if (field === 'resolution' || field === 'project') return named(issue[field]);
  if (field === 'issueType') return named(issue.type);
  if (field === 'flagged') return issue.flagged ? null : valueIn(field, '', '');
  if (field === 'fixVersion' || field === 'components') {
    const id = change.from || change.to;
    const name = (change.fromText || change.toText)?.toLowerCase();
    const values = field === 'components' ? issue.components : issue.fixVersions;
    return named(values.find(each => each.id === id || each.name.toLowerCase() === name) ?? null);
  }
  const chosen = fieldId === null ? undefined : issue.custom.get(fieldId);
  if (field === 'sprint') {
    if (Array.isArray(chosen)) return valueIn(field, chosen.join(), '');
    return valueIn(field, issue.sprints.map(({ id }) => id).join(), '');
  }
  if (field !== 'points' || issue.bothPoints) return null;
  const points = typeof chosen === 'number' ? chosen : issue.points;
  return valueIn(field, '', points === null ? '' : String(points));
}

/** Where a chain of these steps has to start and end; null if there is none. */
function endsOf(
  steps: readonly Step[],
): { readonly start: number | null; readonly end: number | null } | null {
  const balance = new Map<number, number>();
  for (const { from, to } of steps) {
    balance.set(from, (balance.get(from) ?? 0) + 1);
    balance.set(to, (balance.get(to) ?? 0) - 1);
  }
  let start: number | null = null;
  let end: number | null = null;
  for (const [value, surplus] of balance) {
    if (surplus === 0) continue;
    if (surplus === 1 && start === null) start = value;
    else if (surplus === -1 && end === null) end = value;
    else return null;
  }
  return { start, end };
}

/** The order in which the steps form a chain (an Eulerian path), the given one if it does; null without any. */
function chainOrder(
  steps: readonly Step[],
  before: number | null,
  after: number | null,
): readonly number[] | null {
  if (steps.length < 2) return null;
  const ends = endsOf(steps);
  if (ends === null) return null;
  const start = ends.start ?? startOfCircuit(steps, before, after);
  const given = [...steps.keys()];
  const fits = (order: readonly number[]) =>
    order.every((place, at) => {
      const from = at === 0 ? start : steps[order[at - 1]!]?.to;
      return steps[place]?.from === from;
    });
  if (fits(given)) return given;
  const reversed = given.toReversed();
  return fits(reversed) ? reversed : eulerianPath(steps, start);
}

/** The order of steps some of which are there twice: repeated entries. */
function orderOfRepeated(steps: readonly Step[], before: number | null, after: number | null) {
  const same = [...Map.groupBy(steps.keys(), place => pairOf(steps[place])).values()];
  if (same.length === steps.length) return null;
  const once = same.map(([first = 0]) => steps[first]!);
  const order = once.length === 1 ? [0] : chainOrder(once, before, after);
  return order?.flatMap(place => same[place] ?? []) ?? null;
}

const pairOf = (step: Step | undefined) => `${step?.from} ${step?.to}`;

/** A circuit begins anywhere, so the values around it decide. */
function startOfCircuit(
  steps: readonly Step[],
  before: number | null,
  after: number | null,
): number {
  const has = (value: number | null) => value !== null && steps.some(({ from }) => from === value);
  const first = steps[0]?.from ?? 0;
  if (has(before) && has(after) && before !== after) return first;
  return (has(before) ? before : has(after) ? after : null) ?? first;
}

/** By Hierholzer's algorithm. */
function eulerianPath(steps: readonly Step[], start: number): readonly number[] | null {
  const leaving = Map.groupBy(steps.keys(), place => steps[place]?.from);
  for (const places of leaving.values()) places.reverse();
  const stack: number[] = [];
  const path: number[] = [];
  let value: number | undefined = start;
  for (;;) {
    const next: number | undefined = leaving.get(value)?.pop();
    if (next !== undefined) {
      stack.push(next);
      value = steps[next]?.to;
      continue;
    }
    const done = stack.pop();
    if (done === undefined) break;
    path.push(done);
    value = steps[done]?.from;
  }
  return path.length === steps.length ? path.reverse() : null;
}

/**
 * The parts of a team's work by days: how many issues each had, how many of them were open, and when those that were open
 * on a day were over.
 *
 *   in version 1, A-1 done Tue, A-2 moved to version 2 Thu      version 1, asked Mon: over on Thu
 */

import type { FinishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import type { FinishHistory } from '@tallyboard/core/forecast/rolled-forecast.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { CalendarDays } from '../flow/calendar-days.ts';
import type { PartSpell } from './membership.ts';

/** From a day until the day before another; an issue that came and went within a day is in no day. */
interface DaySpell {
  readonly from: number;
  readonly until: number;
}

interface Member {
  readonly row: number;
  readonly open: readonly DaySpell[];
}

export interface PartState {
  readonly from: number;
  readonly issues: number;
  readonly open: number;
}

export class PartDays {
  /** By part. */
  readonly members = new Map<string, Member[]>();
  /** Open issues of the team at the end of each day from 0 to the present. */
  private readonly teamOpen: Int32Array;
  private readonly states = new Map<string, readonly PartState[]>();
  private readonly changes = new Map<string, Map<number, { issues: number; open: number }>>();
  private readonly present: number;
  private readonly rowParts: readonly (readonly PartSpell[])[];
  /** Their names. */
  private readonly only: readonly (readonly string[])[];
  private readonly days: CalendarDays;

  constructor(
    { issues }: Pick<Dataset, 'issues'>,
    spells: FinishSpells,
    counts: (row: number) => boolean,
    membership: (row: number) => readonly PartSpell[],
    days: CalendarDays,
  ) {
    this.days = days;
    this.present = days.present;
    const open = openSpells(issues, spells);
    const team = new Int32Array(days.present + 2);
    this.rowParts = issues.map((issue, row) => {
      if (!counts(row)) return [];
      const own = open[row]!;
      for (const spell of own) {
        const { from, until } = this.daysOf(spell);
        team[from]!++;
        team[Math.min(until, days.present + 1)]!--;
      }
      const parts = membership(row);
      for (const { part, from, until } of parts)
        this.add(row, part, { from: Math.max(from, issue.created), until }, own);
      return parts;
    });
    for (let day = 1; day < team.length; day++) team[day]! += team[day - 1]!;
    this.teamOpen = team;
    this.only = this.rowParts.map(parts => parts.map(({ part }) => part));
  }

  /** The open issues of the team at the end of a day. */
  openAt(day: number): number {
    return this.teamOpen[day]!;
  }

  /** The parts of an issue at the end of a day, or at the present. */
  partsOn(row: number, day: number): readonly string[] {
    const end = this.days.endOf(day);
    const parts = this.rowParts[row]!;
    const isThere = ({ from, until }: PartSpell) => from <= end && end < until;
    // Most issues are of one part: asked for each finish of each day that is looked at.
    if (parts.length === 1 && isThere(parts[0]!)) return this.only[row]!;
    return parts.flatMap(each => (isThere(each) ? [each.part] : []));
  }

  /** The states of a part, in order of time. */
  statesOf(part: string): readonly PartState[] {
    const known = this.states.get(part);
    if (known) return known;
    const changes = [...(this.changes.get(part) ?? [])].sort(([a], [b]) => a - b);
    let [issues, open] = [0, 0];
    const states = changes.map(([from, change]): PartState => {
      issues += change.issues;
      open += change.open;
      return { from, issues, open };
    });
    this.states.set(part, states);
    return states;
  }

  stateAt(part: string, day: number): PartState {
    const states = this.statesOf(part);
    let [low, high] = [0, states.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (states[middle]!.from <= day) low = middle + 1;
      else high = middle;
    }
    return states[low - 1] ?? { from: 0, issues: 0, open: 0 };
  }

  /** The rows of the issues that were open in a part at the end of a day. */
  openRows(part: string, day: number): readonly number[] {
    return this.openMembers(part, day).map(({ row }) => row);
  }

  /**
   * The first day after `day` at whose end no more than `left` of the issues that were open in the part then are open in it;
   * null if it has not come.
   */
  overDay(part: string, day: number, left: number): number | null {
    const changes = new Map<number, number>();
    const add = (at: number, change: number) => changes.set(at, (changes.get(at) ?? 0) + change);
    const asked = this.openMembers(part, day);
    for (const { open } of asked)
      for (const { from, until } of open) {
        if (until <= day) continue;
        if (from > day) add(from, 1);
        add(until, -1);
      }
    let count = asked.length;
    for (const [at, change] of [...changes].sort(([a], [b]) => a - b)) {
      count += change;
      if (count <= left && at <= this.present) return at;
    }
    return null;
  }

  private openMembers(part: string, day: number): readonly Member[] {
    const all = this.members.get(part) ?? [];
    return all.filter(({ open }) => open.some(({ from, until }) => from <= day && day < until));
  }

  private daysOf({ from, until }: { readonly from: Instant; readonly until: Instant }): DaySpell {
    return {
      from: this.days.of(from),
      until: until === Infinity ? Infinity : this.days.of(until),
    };
  }

  private add(
    row: number,
    part: string,
    member: { readonly from: Instant; readonly until: Instant },
    open: readonly { readonly from: Instant; readonly until: Instant }[],
  ): void {
    const changes = this.changes.get(part) ?? new Map<number, { issues: number; open: number }>();
    this.changes.set(part, changes);
    const count = ({ from, until }: DaySpell, what: 'issues' | 'open') => {
      for (const [day, change] of [
        [from, 1],
        [until, -1],
      ] as const) {
        if (day > this.present) continue;
        const all = changes.get(day) ?? { issues: 0, open: 0 };
        all[what] += change;
        changes.set(day, all);
      }
    };
    const whole = this.daysOf(member);
    if (whole.from >= whole.until) return;
    count(whole, 'issues');
    const own = open.flatMap(({ from, until }) => {
      const spell = this.daysOf({
        from: Math.max(from, member.from),
        until: Math.min(until, member.until),
      });
      return spell.from < spell.until ? [spell] : [];
    });
    for (const spell of own) count(spell, 'open');
    const list = this.members.get(part);
    if (list) list.push({ row, open: own });
    else this.members.set(part, [{ row, open: own }]);
  }
}

interface OpenSpell {
  readonly from: Instant;
  readonly until: Instant;
}

/** By row, when issues were neither finished nor resolved otherwise. */
function openSpells(
  issues: Dataset['issues'],
  { row: rows, from, until }: FinishSpells,
): readonly (readonly OpenSpell[])[] {
  const closed = issues.map((): OpenSpell[] => []);
  rows.forEach((row, at) => {
    closed[row]!.push({ from: from[at]!, until: until[at]! });
  });
  return issues.map(({ created, resolved }, row) => {
    const open: OpenSpell[] = [];
    let start = created;
    for (const finish of closed[row]!.sort((a, b) => a.from - b.from)) {
      if (finish.from > start) open.push({ from: start, until: finish.from });
      start = Math.max(start, finish.until);
    }
    // Resolved in a column before the finish column.
    const end = resolved === null ? Infinity : Math.max(start, resolved);
    if (start < end) open.push({ from: start, until: end });
    return open;
  });
}

/** The finishes of a team that are known at the start of a day and in its sample, in order of time. */
export interface KnownFinish {
  readonly row: number;
  readonly at: Instant;
  readonly day: number;
}

export function finishesIn(
  { row, from }: FinishSpells,
  { finished, reopened }: FinishHistory,
  first: number,
  end: number,
): readonly KnownFinish[] {
  const known: KnownFinish[] = [];
  finished.forEach((day, at) => {
    if (day < first || day >= end || reopened[at]! < end) return;
    known.push({ row: row[at]!, at: from[at]!, day });
  });
  return known.sort((a, b) => a.at - b.at);
}

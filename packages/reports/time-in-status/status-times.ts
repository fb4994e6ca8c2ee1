/**
 * Time of each issue in each status, as flat columns: any grouping of 100,000 issues is a few loops over numbers.
 */

import {
  forEachStatusEntry,
  forEachStatusSpan,
  UNKNOWN_STATUS_NAME,
} from '@tallyboard/core/history/spans.ts';
import { type DoneRule, doneInstant } from '@tallyboard/core/measure/resolution.ts';
import { median } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import {
  CATEGORY_LABELS,
  CATEGORY_ORDER,
  type Status,
  type StatusCategory,
} from '@tallyboard/core/model/status.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { WorkingCalendar } from '@tallyboard/core/time/working-calendar.ts';
import type { StatusBy } from './settings.ts';

export interface StatusName {
  readonly id: string;
  readonly label: string;
  /** Null where it is unknown. */
  readonly category: StatusCategory | null;
}

/** Entries [starts[row], starts[row + 1]) are the visited columns of the issue at `row`, with its time in each. */
export interface StatusTimes {
  /** In order of first visit. */
  readonly columns: readonly StatusName[];
  readonly starts: Uint32Array;
  readonly column: Uint16Array;
  /** Milliseconds, all visits together. */
  readonly time: Float64Array;
  /** 1 where the issue was in a status of unknown category. */
  readonly unknown: Uint8Array;
}

export interface TimesInit {
  readonly statusBy: StatusBy;
  /** The done rule that stops the clock; null never stops it. */
  readonly stopAt: DoneRule | null;
  readonly asOf: Instant;
  /** Ascending; others have no time. */
  readonly rows: IssueRows;
  readonly calendar: WorkingCalendar | null;
}

/**
 * Returns the time of each of the rows in each column over [created, asOf), summed over visits: elapsed time, or working time
 * with a calendar. `stopAt` ends it at the done instant: statuses entered later do not count, one entered at that
 * instant counts with no time.
 */
export function statusTimes(dataset: Dataset, init: TimesInit): StatusTimes {
  const { issues, statuses } = dataset;
  const { asOf, calendar, rows, stopAt } = init;
  const columns = new Columns(statuses, init.statusBy);
  const sink = new Stays(issues.length);
  const unknown = new Uint8Array(issues.length);
  let row = 0;
  let issue = issues[row]!;
  const visit = (id: string | null, from: Instant, to: Instant) => {
    const at = columns.of(id, issue);
    if (id !== null && columns.unknown.has(id)) unknown[row] = 1;
    sink.add(at, calendar === null ? to - from : calendar.workingTime(from, to));
  };
  let next = 0;
  for (; row < issues.length; row++) {
    issue = issues[row]!;
    if (rows[next] !== row) {
      sink.endIssue(row);
      continue;
    }
    next++;
    const stop = stopAt ? doneInstant(issue, stopAt) : null;
    forEachStatusSpan(issue, stop === null ? asOf : Math.min(stop, asOf), visit);
    if (stop !== null && stop <= asOf) {
      forEachStatusEntry(issue, stop, id => sink.add(columns.of(id, issue), 0));
    }
    sink.endIssue(row);
  }
  return { columns: columns.names, ...sink.laidOut(), unknown };
}

/** Collects columns; statuses of one name share one. */
class Columns {
  readonly names: StatusName[] = [];
  /** Ids of statuses whose category is unknown. */
  readonly unknown = new Set<string>();
  private readonly statuses: Dataset['statuses'];
  private readonly by: StatusBy;
  private readonly bySight = new Map<string | null, number>();

  constructor(statuses: Dataset['statuses'], by: StatusBy) {
    this.statuses = statuses;
    this.by = by;
  }

  of(id: string | null, issue: Issue): number {
    const seen = this.bySight.get(id);
    if (seen !== undefined) return seen;
    const status: Status | undefined =
      id === issue.status.id ? issue.status : this.statuses.get(id as Status['id']);
    if (id !== null && !status?.known) this.unknown.add(id);
    const name = this.nameOf(status);
    const found = this.names.findIndex(each => each.id === name.id);
    const at = found >= 0 ? found : this.names.push(name) - 1;
    this.bySight.set(id, at);
    return at;
  }

  private nameOf(status: Status | undefined): StatusName {
    const category = status?.known ? status.category : null;
    if (this.by === 'category') {
      return category === null
        ? { id: 'not-defined', label: UNKNOWN_STATUS_NAME, category }
        : { id: category, label: CATEGORY_LABELS[category], category };
    }
    return status === undefined || status.name === UNKNOWN_STATUS_NAME
      ? { id: 'not-defined', label: UNKNOWN_STATUS_NAME, category: null }
      : { id: `status ${status.name}`, label: status.name, category };
  }
}

/** Collects entries issue by issue, adding up visits to the same column. */
class Stays {
  private readonly starts: Uint32Array;
  private column = new Uint16Array(1024);
  private time = new Float64Array(1024);
  private first = 0;
  private length = 0;

  constructor(issues: number) {
    this.starts = new Uint32Array(issues + 1);
  }

  add(column: number, time: number): void {
    for (let i = this.first; i < this.length; i++) {
      if (this.column[i] !== column) continue;
      this.time[i]! += time;
      return;
    }
    if (this.length === this.column.length) this.grow();
    this.column[this.length] = column;
    this.time[this.length++] = time;
  }

  endIssue(row: number): void {
    this.first = this.length;
    this.starts[row + 1] = this.length;
  }

  private grow(): void {
    const column = new Uint16Array(this.length * 2);
    const time = new Float64Array(this.length * 2);
    column.set(this.column);
    time.set(this.time);
    this.column = column;
    this.time = time;
  }

  laidOut(): Pick<StatusTimes, 'starts' | 'column' | 'time'> {
    return {
      starts: this.starts,
      column: this.column.subarray(0, this.length),
      time: this.time.subarray(0, this.length),
    };
  }
}

/**
 * The columns by category (done, in progress, to do, none, unknown), within it as issues pass them: a column stands before
 * those that most issues of both entered later, else by the median of the time before their first visit.
 */
export function columnsInOrder({ columns, starts, column, time }: StatusTimes): StatusName[] {
  const before = columns.map((): number[] => []);
  /** Issues that entered the first column before the second, less those the other way round. */
  const lead = columns.map(() => new Int32Array(columns.length));
  for (let row = 0; row + 1 < starts.length; row++) {
    let passed = 0;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      before[column[at]!]!.push(passed);
      passed += time[at]!;
      for (let earlier = starts[row]!; earlier < at; earlier++) {
        lead[column[earlier]!]![column[at]!]! += 1;
        lead[column[at]!]![column[earlier]!]! -= 1;
      }
    }
  }
  const entered = new Map(columns.map((each, at) => [each, median(before[at]!) ?? 0]));
  const later = new Map(
    columns.map((each, at) => {
      const isLater = (other: StatusName, to: number) =>
        other.category === each.category && lead[at]![to]! > 0;
      return [each, columns.filter(isLater).length];
    }),
  );
  const place = ({ category }: StatusName) =>
    category === null ? CATEGORY_ORDER.length : CATEGORY_ORDER.indexOf(category);
  return columns.toSorted(
    (a, b) =>
      place(a) - place(b) ||
      later.get(b)! - later.get(a)! ||
      entered.get(a)! - entered.get(b)! ||
      a.label.localeCompare(b.label, 'en'),
  );
}

import type { Coverage } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow, StatusVisit } from '@tallyboard/core/model/rows.ts';
import type { StatusCategory } from '@tallyboard/core/model/status.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 2) as Instant;
export const day = (index: number) => (START + index * DAY_MS) as Instant;

export const dayText = (instant: number) =>
  new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    instant,
  );

/** Repeatable noise from 0 to 1. */
export const noise = (seed: number) => {
  const value = Math.sin(seed * 12.9898 + 4.1414) * 43758.5453;
  return value - Math.floor(value);
};

export const PEOPLE = [
  'Ana Roy',
  'Benedikt Straubinger-Hohenlohe von der Wetterau',
  'Chidi Okafor',
  'דנה לוי',
  'Erik Lund',
  'Fumiko Tanaka',
];

const STATUSES: readonly [string, StatusCategory][] = [
  ['To Do', 'to-do'],
  ['In Progress', 'in-progress'],
  ['Waiting for the customer to confirm', 'in-progress'],
  ['Done', 'done'],
];
const TYPES = ['Story', 'Bug', 'Task', 'Sub-task', 'Epic', 'Incident'];
const SUMMARIES = [
  'Export hangs when a board has no sprints',
  'Show the remaining estimate beside the original one',
  'A very long summary that tells everything about what should happen when two people edit the same filter',
  'סיכום הדוח אינו מיושר לימין',
  'Round half hours up',
];

const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number): Item =>
  items[index % items.length] as Item;

export const ISSUES: readonly IssueRow[] = Array.from({ length: 64 }, (_, row) => {
  const [statusName, statusCategory] = pick(STATUSES, row);
  return {
    row,
    id: String(10_000 + row),
    key: `NAV-${row * 7 + 1}`,
    summary: pick(SUMMARIES, row),
    typeName: pick(TYPES, row),
    typeIconUrl: null,
    statusName,
    statusCategory,
    assignee: row % 7 === 6 ? null : pick(PEOPLE, row),
    assigneeAvatarUrl: null,
    priority: 'High',
    created: day(row),
    updated: day(row + 3),
    resolved: statusCategory === 'done' ? day(row + 5) : null,
    due: null,
    points: row % 5,
  };
});

export const VISITS: readonly StatusVisit[] = [
  { statusName: 'To Do', category: 'to-do', from: day(0), to: day(4), by: null },
  { statusName: 'In Progress', category: 'in-progress', from: day(4), to: day(5), by: 'Ana Roy' },
  { statusName: 'Review', category: 'in-progress', from: day(5), to: day(9), by: 'Chidi Okafor' },
  { statusName: 'Done', category: 'done', from: day(9), to: day(10), by: 'Ana Roy' },
];

export const PARTIAL: Coverage = {
  issues: { fetched: 1485, total: 1499 },
  worklogs: { fetched: 320, total: 320 },
  histories: { fetched: 1480, total: 1499 },
  reasons: ['14 issues could not be read: Forbidden.'],
  complete: false,
};

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly spent: number;
  readonly estimate: number;
  readonly members?: readonly Group[];
}

/** A tree of `groups` groups with 99 issues each. */
export const tree = (groups: number): readonly Group[] =>
  Array.from({ length: groups }, (_, group) => ({
    id: `g${group}`,
    name: `${pick(PEOPLE, group)} ${group + 1}`,
    spent: Math.round(noise(group) * 400),
    estimate: Math.round(noise(group + 9) * 400),
    members: Array.from({ length: 99 }, (_, issue) => ({
      id: `g${group}-${issue}`,
      name: `NAV-${group * 100 + issue} ${pick(SUMMARIES, issue)}`,
      spent: Math.round(noise(group * 100 + issue) * 9),
      estimate: issue % 4 === 0 ? 0 : Math.round(noise(group + issue * 7) * 9),
    })),
  }));

/** Board sets: named lists of boards, queries and other sets. */
import { isRecord } from '../unknown.ts';
import type { BoardId } from './ids.ts';

export const BOARD_SET_UNITS = ['issues', 'points', 'time'] as const;
export type BoardSetUnit = (typeof BOARD_SET_UNITS)[number];

/** A board, or the issues of a query. */
export type IssueSource = { readonly board: BoardId } | { readonly jql: string };
export type BoardSetMember = IssueSource | { readonly set: string };

export interface BoardSet<Member = BoardSetMember> {
  readonly id: string;
  readonly name: string;
  readonly unit: BoardSetUnit;
  readonly members: readonly Member[];
}

/** A set without other sets, as gadgets, saved reports and addresses store it. */
export type FlatBoardSet = BoardSet<IssueSource>;

export const MAX_SET_MEMBERS = 100;
const MAX_NAME = 255;
const MAX_JQL = 10_000;

export const isBoardSetUnit = (value: unknown): value is BoardSetUnit =>
  BOARD_SET_UNITS.some(unit => unit === value);

/** Undefined for anything else than one board, query or set. */
function parseSetMember(raw: unknown): BoardSetMember | undefined {
  if (!isRecord(raw)) return undefined;
  const { board, jql, set, ...others } = raw;
  const given = [board, jql, set].filter(each => each !== undefined);
  if (given.length !== 1 || Object.keys(others).length > 0) return undefined;
  if (typeof board === 'number')
    return Number.isSafeInteger(board) && board > 0 ? { board: board as BoardId } : undefined;
  if (typeof jql === 'string')
    return jql.trim() === '' || jql.length > MAX_JQL ? undefined : { jql: jql.trim() };
  return typeof set === 'string' && set !== '' && set.length <= MAX_NAME ? { set } : undefined;
}

/** Undefined for anything else than a list of members. */
export function parseSetMembers(raw: unknown): readonly BoardSetMember[] | undefined {
  if (!Array.isArray(raw) || raw.length > MAX_SET_MEMBERS) return undefined;
  const members = raw.map(parseSetMember);
  return members.every(each => each !== undefined) ? members : undefined;
}

/** A stored copy; undefined for anything else. */
export function parseFlatBoardSet(raw: unknown): FlatBoardSet | undefined {
  if (!isRecord(raw)) return undefined;
  const { id, name, unit = 'issues' } = raw;
  const members = parseSetMembers(raw.members)?.filter(isSource);
  const isNamed = [id, name].every(
    text => typeof text === 'string' && text !== '' && text.length <= MAX_NAME,
  );
  if (!isNamed || !isBoardSetUnit(unit) || !members) return undefined;
  return { id: String(id), name: String(name), unit, members };
}

export const isSource = (member: BoardSetMember): member is IssueSource => !('set' in member);

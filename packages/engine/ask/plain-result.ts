import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import type { RecordList } from '@tallyboard/report-kit/figures/record-list.ts';
import { KeyList, NumberList } from './write-json.ts';

/** For screens only; they differ by the address that the site was read from. */
const PICTURES = new Set(['avatarUrl', 'iconUrl']);

export type Json =
  | null
  | boolean
  | number
  | string
  | Json[]
  | KeyList
  | NumberList
  | RecordList
  | { [key: string]: Json };

/** A list that names single issues: rows of issues, numbers parallel to rows, or plain JSON. */
export type IssueList = Uint32Array | Float64Array | RecordList | readonly Json[];

interface PlainSettings {
  /** Members that are converted to seconds, with everything in them. */
  readonly milliseconds?: readonly string[] | undefined;
  /** Receives the lists that name single issues, which are left out then, by their JSON pointers (RFC 6901). */
  readonly lists?: Map<string, IssueList> | null;
}

/**
 * Returns a report's result as plain JSON: rows of issues (every Uint32Array) as their `keys`, other typed arrays as lists of
 * numbers, maps as objects, numbers that are not finite as null. Avatars and icons are left out.
 */
export function plainResult(
  result: unknown,
  keys: () => readonly IssueKey[],
  { milliseconds = [], lists = null }: PlainSettings = {},
): Json {
  const toSeconds = new Set(milliseconds);
  const columns = new Map<unknown, KeyList | NumberList>();
  const columnOf = (value: ArrayBufferView, unit: number): KeyList | NumberList => {
    const known = columns.get(value);
    if (known && (known instanceof KeyList || known.unit === unit)) return known;
    const column =
      value instanceof Uint32Array
        ? new KeyList(value, keys())
        : new NumberList(value as Float64Array, unit);
    columns.set(value, column);
    return column;
  };
  const plain = (value: unknown, unit: number, pointer: string, leftOut: typeof lists): Json => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return finite(value / unit);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'object') return null;
    if (ArrayBuffer.isView(value)) return columnOf(value, unit);
    const below = (key: unknown) => (leftOut ? `${pointer}/${escaped(String(key))}` : '');
    const inner = (item: unknown, key: unknown) => plain(item, unit, below(key), leftOut);
    if (value instanceof Map)
      return Object.fromEntries([...value].map(([key, item]) => [String(key), inner(item, key)]));
    if (Array.isArray(value)) return value.map(inner);
    if (value instanceof Set) return [...value].map(inner);
    const members: [string, Json][] = [];
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined || typeof item === 'function' || PICTURES.has(key)) continue;
      const ownUnit = toSeconds.has(key) ? 1000 : unit;
      if (leftOut && namesIssues(value, item)) leftOut.set(below(key), listOf(item, ownUnit));
      else members.push([key, plain(item, ownUnit, below(key), leftOut)]);
    }
    return Object.fromEntries(members);
  };
  const listOf = (value: unknown, unit: number): IssueList => {
    if (value instanceof Uint32Array) return value;
    if (ArrayBuffer.isView(value)) return numbersOf(value as Float64Array, unit);
    return (value as unknown[]).map(item => plain(item, unit, '', null));
  };
  return plain(result, 1, '', lists);
}

function numbersOf(values: Float64Array, unit: number): Float64Array {
  if (unit === 1 && values instanceof Float64Array) return values;
  const found = new Float64Array(values.length);
  for (let at = 0; at < found.length; at++) found[at] = (values[at] as number) / unit;
  return found;
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Rows of issues, arrays parallel to them, lists of issue records, and columns parallel to a list of keys. */
function namesIssues(holder: object, value: unknown): boolean {
  if (ArrayBuffer.isView(value))
    return Object.values(holder).some(each => each instanceof Uint32Array);
  if (Array.isArray(value)) return Object.hasOwn(holder, 'keys') || isIssueRecord(value[0]);
  return false;
}

const isIssueRecord = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'key' in item && 'summary' in item;

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

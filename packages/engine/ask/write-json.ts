import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { RecordList, recordAt } from '@tallyboard/report-kit/figures/record-list.ts';

/** The keys of issues by their rows: results name the same issues many times. */
export class KeyList {
  readonly rows: Uint32Array;
  readonly keys: readonly IssueKey[];

  constructor(rows: Uint32Array, keys: readonly IssueKey[]) {
    this.rows = rows;
    this.keys = keys;
  }

  get length(): number {
    return this.rows.length;
  }

  at(index: number): string {
    return this.keys[this.rows[index] as number] ?? '?';
  }

  toJSON(): string[] {
    return Array.from(this.rows, (_, index) => this.at(index));
  }
}

/** Numbers divided by a unit; null where they are not finite. */
export class NumberList {
  readonly values: ArrayLike<number>;
  readonly unit: number;

  constructor(values: ArrayLike<number>, unit: number) {
    this.values = values;
    this.unit = unit;
  }

  get length(): number {
    return this.values.length;
  }

  at(index: number): number {
    return (this.values[index] as number) / this.unit;
  }

  toJSON(): number[] {
    return Array.from(this.values, (_, index) => this.at(index));
  }
}

const PIECE_LENGTH = 2 ** 18;

type Add = (text: string) => void;

/**
 * Writes JSON indented by two spaces. A list of texts and numbers is one line, and so is an object in a list if it has no lists
 * itself. The text comes in pieces: as a whole it would take several times its size in memory.
 */
export function writeJson(value: unknown, write: (piece: string) => unknown): void {
  let piece = '';
  const add: Add = text => {
    piece += text;
    if (piece.length < PIECE_LENGTH) return;
    write(piece);
    piece = '';
  };
  addValue(value, '\n', add);
  if (piece !== '') write(piece);
}

/** Neither a list nor an object. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

type Members = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is { length: number; at(index: number): unknown } =>
  Array.isArray(value) || value instanceof KeyList || value instanceof NumberList;

/** An object without lists. */
const isRecord = (value: unknown): value is Members =>
  !(isPlain(value) || isList(value) || value instanceof RecordList) &&
  Object.values(value as Members).every(member => isPlain(member) || isRecord(member));

/** `line` is a new line with the indentation of the value. */
function addValue(value: unknown, line: string, add: Add): void {
  if (value instanceof RecordList)
    addLines(value.length, line, add, at => add(inLine(recordAt(value.columns, at))));
  else if (isPlain(value)) add(inLine(value));
  else if (!isList(value)) addMembers(value as Members, line, add);
  else if (!Array.isArray(value) || value.every(isPlain)) addLine(value, add);
  else
    addLines(value.length, line, add, (at, inner) => {
      const item: unknown = value[at];
      if (isRecord(item)) add(inLine(item));
      else addValue(item, inner, add);
    });
}

/** A list in one line. */
function addLine(list: { length: number; at(index: number): unknown }, add: Add): void {
  add('[');
  for (let at = 0; at < list.length; at++) {
    if (at > 0) add(', ');
    add(inLine(list.at(at)));
  }
  add(']');
}

/** A list with a line for each item. */
function addLines(
  length: number,
  line: string,
  add: Add,
  addItem: (at: number, inner: string) => void,
): void {
  if (length === 0) {
    add('[]');
    return;
  }
  const inner = `${line}  `;
  for (let at = 0; at < length; at++) {
    add(`${at === 0 ? '[' : ','}${inner}`);
    addItem(at, inner);
  }
  add(`${line}]`);
}

function addMembers(members: Members, line: string, add: Add): void {
  const inner = `${line}  `;
  let head = '{';
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    add(`${head}${inner}${JSON.stringify(name)}: `);
    head = ',';
    addValue(value, inner, add);
  }
  add(head === '{' ? '{}' : `${line}}`);
}

/** The text of a value in one line. */
function inLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${inLine(member)}`).join(', ')}}`;
}

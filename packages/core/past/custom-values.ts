/**
 * Values of custom fields as changes tell them. Each kind of field has its own ids and texts:
 *
 *   option          10100           Europe                                             Europe
 *   options         [10100, 10102]  Europe,Asia                                        Europe; Asia
 *   two levels                      Parent values: Asia(10102)Level 1 values: Japan(4) Asia - Japan
 *   labels                          red green                                          red; green
 *   date            2026-03-10      10/Mar/26                                          2026-03-10
 *   person          5b10ac          Ana                                                Ana
 */
import { parsePoints } from '../history/points.ts';
import { parseSprintIds } from '../history/timeline.ts';
import type { Change } from '../model/change.ts';
import type { Field } from '../model/field.ts';
import type { FieldId } from '../model/ids.ts';
import type { CustomValue, Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';

/** An end of a change: id and text. */
type End = readonly [id: string | null, text: string | null];

/** Undefined for a text that cannot be read. */
type Read = (end: End) => CustomValue | undefined;

export interface CustomHistory {
  /** The values that were others at `t` than now; those of now where the history does not tell them. */
  readonly at: (issue: Issue, t: Instant) => Issue['custom'];
  /** Whether a value of after `t` is taken for that at `t`, as a change since then cannot be read. */
  readonly isUnknown: (issue: Issue, field: FieldId, t: Instant) => boolean;
}

export function customHistory(issues: readonly Issue[], fields: readonly Field[]): CustomHistory {
  const byId = new Map(fields.map(field => [field.id, field]));
  const byName = new Map(
    fields.flatMap(({ id, custom, name }) => (custom ? [[name.toLowerCase(), id]] : [])),
  );
  const fieldOf = ({ field, fieldId, fieldName }: Change): FieldId | null =>
    field === 'custom' || field === 'points' || field === 'sprint'
      ? (fieldId ?? byName.get(fieldName.toLowerCase()) ?? null)
      : null;
  const readers = new Map<FieldId, Read>();
  const readerOf = (id: FieldId) => {
    const reader =
      readers.get(id) ??
      reading(byId.get(id), hasKind(byId.get(id)) ? namesNow(issues, id, fieldOf) : NO_NAMES);
    readers.set(id, reader);
    return reader;
  };
  /** Undefined where it is that of now. */
  function valueAt(issue: Issue, id: FieldId, t: Instant) {
    const own = issue.changes.filter(change => fieldOf(change) === id);
    const next = own.findIndex(({ at }) => at > t);
    const [before, after, last] = [own[next - 1], own[next], own.at(-1)];
    if (!after || !last) return undefined;
    const end: End = before ? [before.to, before.toText] : [after.from, after.fromText];
    if (after.field === 'sprint') return { value: parseSprintIds(end[0]).map(String) };
    if (after.field === 'points') return { value: parsePoints(end[1]) };
    const read = readerOf(id);
    // The texts of an unknown kind of field are read where the last one is the value of now.
    const isKnown = hasKind(byId.get(id)) || isSame(read([last.to, last.toText]), issue, id);
    return { value: isKnown ? read(end) : undefined };
  }
  return {
    at(issue, t) {
      const changed = new Set(
        issue.changes.flatMap(change => (change.at > t ? (fieldOf(change) ?? []) : [])),
      );
      let custom: Map<FieldId, CustomValue> | null = null;
      for (const id of changed) {
        const value = issue.custom.has(id) ? valueAt(issue, id, t)?.value : undefined;
        if (value === undefined) continue;
        custom ??= new Map(issue.custom);
        custom.set(id, value);
      }
      return custom ?? issue.custom;
    },
    isUnknown(issue, id, t) {
      const then = valueAt(issue, id, t);
      return then !== undefined && then.value === undefined;
    },
  };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

const isSame = (value: CustomValue | undefined, { custom }: Issue, id: FieldId): boolean =>
  String(value ?? '') === String(custom.get(id) ?? '');

const hasKind = (field: Field | undefined): boolean => {
  const { type, items } = field ?? { type: null, items: null };
  return type === 'array' ? KINDS.has(items) : KINDS.has(type);
};
const KINDS: ReadonlySet<string | null> = new Set([
  ...['string', 'date', 'user', 'option', 'option-with-child'],
]);

/** Today's names of options and people by id, as far as last changes name a single one. */
function namesNow(
  issues: readonly Issue[],
  id: FieldId,
  fieldOf: (change: Change) => FieldId | null,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { custom, changes } of issues) {
    const value = custom.get(id);
    const [name, ...others] = Array.isArray(value) ? value : [value];
    if (typeof name !== 'string' || others.length > 0) continue;
    const [of, ...more] = idsIn(changes.findLast(change => fieldOf(change) === id)?.to ?? null);
    if (of !== undefined && more.length === 0) names.set(of, name);
  }
  return names;
}

function reading(field: Field | undefined, names: ReadonlyMap<string, string>): Read {
  const read = kindReading(field, names);
  return end => (end.some(each => each && each !== '[]') ? read(end) : null);
}

function kindReading(field: Field | undefined, names: ReadonlyMap<string, string>): Read {
  const { type = null, items = null, customType = null } = field ?? {};
  const named: Read = ([id, text]) => names.get(id ?? '') ?? text ?? id;
  switch (type) {
    case 'date':
      return ([id, text]) => [id, text].find(each => DAY.test(each ?? ''));
    case 'option-with-child':
      return ([, text]) => {
        const levels = LEVELS.exec(text ?? '');
        return levels ? [levels[1], levels[2]].filter(Boolean).join(' - ') : undefined;
      };
    case 'array':
      if (items === 'option' || items === 'user') return end => listIn(end, names);
      return customType?.endsWith(':labels')
        ? ([, text]) => text?.split(/\s+/).filter(Boolean)
        : ([, text]) => (text === null ? undefined : [text]);
    default:
      return named;
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const LEVELS = /^Parent values: (.*?)\(\d+\)(?:Level 1 values: (.*?)\(\d+\))?$/;

const idsIn = (list: string | null): readonly string[] =>
  (list ?? '')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);

/** Names may have commas: ids tell how many there are. */
function listIn([list, text]: End, names: ReadonlyMap<string, string>) {
  const ids = idsIn(list);
  const known = ids.flatMap(id => names.get(id) ?? []);
  if (known.length > 0 && known.length === ids.length) return known;
  if (ids.length === 1 && text) return [text];
  const texts = (text ?? '')
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);
  return ids.length === 0 || texts.length === ids.length ? texts : undefined;
}

import { fold } from '@tallyboard/database/text/words.ts';
import { systemFieldOf } from '@tallyboard/records/history-item.ts';
import type { Catalogue } from '../catalogue.ts';
import type { EntityKind } from '../entity.ts';
import type { RecordHistory, RecordHistoryItem } from '../records.ts';
import { asInstant, asText } from '../shapes.ts';
import { forever, type Row } from '../tables.ts';
import { orderChain } from './change-order.ts';
import { fieldTypeOf } from './field-type.ts';
import type { References } from './references.ts';

/** Kinds of the ids in items of system fields, by id and by name. */
const systemKinds: Readonly<Record<string, EntityKind>> = {
  status: 'status',
  priority: 'priority',
  resolution: 'resolution',
  issuetype: 'issueType',
  fixversions: 'version',
  'fix version': 'version',
  versions: 'version',
  version: 'version',
  components: 'component',
  component: 'component',
  assignee: 'user',
  reporter: 'user',
};

/** Kinds that items name, with ids or without. */
export const HISTORY_KINDS: ReadonlySet<EntityKind> = new Set([
  ...Object.values(systemKinds),
  'sprint',
]);

/** The kind of the ids in a history item. */
export function kindOfItem(
  item: RecordHistoryItem,
  catalogue: Pick<Catalogue, 'get' | 'named'>,
): EntityKind | undefined {
  const field = systemFieldOf(item);
  if (field !== null && systemKinds[field]) return systemKinds[field];
  const isSprint = ({ document }: { document: Record<string, unknown> }) =>
    fieldTypeOf(document) === 'sprint';
  const known = item.fieldId ? catalogue.get('field', item.fieldId) : undefined;
  const named = item.fieldId ? [] : catalogue.named('field', item.field);
  const ofSprints =
    known || named.length > 0
      ? [known ?? named].flat().some(isSprint)
      : item.field.toLowerCase() === 'sprint';
  return ofSprints ? 'sprint' : undefined;
}

/** Whether an item names an entity without its id, which is then looked up. */
export function hasNameOnly(item: RecordHistoryItem, catalogue: Catalogue) {
  const { from, fromString, to, toString: name } = item;
  const isLookedUp =
    (from === null && Boolean(fromString)) || (to === null && asText(name as unknown) !== null);
  return isLookedUp && kindOfItem(item, catalogue) !== undefined;
}

const SINGLE_FIELDS = ['status', 'priority', 'resolution', 'assignee', 'reporter'] as const;

type HistoryField = (typeof SINGLE_FIELDS)[number] | 'fixVersion';

/** Fields of WAS and CHANGED, by their names in history items. */
const historyFields = new Map<string, HistoryField>([
  ...SINGLE_FIELDS.map(field => [field, field] as const),
  ['fixversions', 'fixVersion'],
  ['fix version', 'fixVersion'],
]);

export type DatedHistory = ReturnType<typeof datedHistories>[number];

export type HistoryName = Row<'history_names'>;

type Span = Omit<Row<'spans'>, 'issue_id' | 'position'>;
type Change = Omit<Span, 'finish'>;

/** The field of the spans that changes began. */
export const changeFieldOf = (field: string): string =>
  field === 'fixVersion' ? 'fixVersion#change' : field;

const fieldOf = (item: RecordHistoryItem): HistoryField | undefined =>
  historyFields.get(systemFieldOf(item) ?? '');

/** Sorted by time. Throws for a history without one. */
export function datedHistories(histories: readonly RecordHistory[], refs: References) {
  return histories
    .map((history, at) => {
      const created = asInstant(history.created);
      if (created === null)
        throw new Error(`History ${history.id} has no time: '${history.created}'.`);
      const id = Number(history.id);
      return {
        id: Number.isSafeInteger(id) ? id : at + 1,
        at: created,
        author: refs.user(history.author),
        items: history.items ?? [],
        created: history.created,
      };
    })
    .sort((a, b) => a.at - b.at || a.id - b.id);
}

/** By the name, or that of before the site translated it, which histories keep. */
function idNamed(kind: EntityKind, name: string, catalogue: Catalogue): string | undefined {
  const [named] = catalogue.named(kind, name);
  if (named || kind !== 'status') return named?.id;
  const isIt = ({ document }: { document: Record<string, unknown> }) =>
    fold(asText(document.untranslatedName) ?? '') === fold(name);
  return catalogue.all(kind).find(isIt)?.id;
}

/** An id, or '' for empty. */
function historyValue(
  field: HistoryField,
  givenId: string | null,
  name: string | null,
  refs: References,
  names: HistoryName[],
): string {
  const id = givenId === '' ? null : givenId;
  if (id === null && (name === null || name === '')) return '';
  if (field === 'assignee' || field === 'reporter') return refs.userNamed(id ?? String(name), name);
  const kind = field === 'fixVersion' ? 'version' : field;
  const own = id === null ? null : refs.pastId(kind, id, name);
  const known = own === null ? undefined : refs.catalogue.get(kind, own);
  // A deleted id: the name may exist under another id.
  const value =
    known?.id ??
    (name === null ? undefined : idNamed(kind, name, refs.catalogue)) ??
    own ??
    `~${fold(String(name))}`;
  if (name !== null && known?.name !== name && (!known || fold(known.name) !== fold(name))) {
    names.push({ field, value, name_fold: fold(name) });
  }
  return value;
}

function changesOf(histories: readonly DatedHistory[], refs: References, names: HistoryName[]) {
  const changes: Change[] = [];
  for (const { at, author, items } of histories) {
    for (const item of items) {
      const field = fieldOf(item);
      if (!field) continue;
      const [fromName, toName] = [asText(item.fromString), asText(item.toString as unknown)];
      const old_value = historyValue(field, asText(item.from), fromName, refs, names);
      const value = historyValue(field, asText(item.to), toName, refs, names);
      changes.push({ field, value, start: at, author, old_value });
    }
  }
  return changes;
}

/** When and by whom an issue was created. */
type Creation = Pick<Span, 'start' | 'author'>;

/** What an issue says of its last changes. */
export interface LastDates {
  readonly updated: number;
  readonly resolved: number | null;
  readonly categoryChanged: number | null;
  /** Its status is of category To Do or In Progress. */
  readonly isOpen: boolean;
}

/** Jira writes the dates of a new issue up to a second after its creation. */
const CREATION_MS = 2000;

/** The value before an unrecorded change of the status. */
const UNKNOWN = '~';

/**
 * The first value of a field without changes, and when it got the current one: a date of the status or of the resolution
 * later than the creation shows that the change is missing.
 */
function unrecordedChange(
  field: HistoryField,
  current: string,
  created: number,
  dates: LastDates,
  hasResolutions: boolean,
): { readonly before: string; readonly at: number } | null {
  const { resolved, categoryChanged, isOpen } = dates;
  const later = (at: number | null) => (at !== null && at > created + CREATION_MS ? at : null);
  if (current === '') return null;
  if (field === 'resolution') {
    const at = later(resolved);
    return at === null ? null : { before: '', at };
  }
  if (field !== 'status') return null;
  const resolution = isOpen ? null : later(resolved);
  const isChanged = categoryChanged === null ? !hasResolutions : later(categoryChanged) !== null;
  const at = isChanged ? (resolution ?? later(categoryChanged)) : null;
  return at === null ? null : { before: UNKNOWN, at };
}

/**
 * When a field got its current value, if its history ends with another one: a status at the date of resolution, else of
 * the status category, but not before its last change; others at the last update, the latest time that it can be.
 */
function missingChange(field: HistoryField, last: number, dates: LastDates): number {
  const { updated, resolved, categoryChanged, isOpen } = dates;
  if (field === 'status') {
    if (!isOpen && resolved !== null && resolved >= last) return resolved;
    if (categoryChanged !== null && categoryChanged > last) return categoryChanged;
  }
  return Math.max(updated, last);
}

/** Spans of a single-valued field. The last one is the current value, even if history ends with another. */
function singleSpans(
  field: HistoryField,
  changes: readonly Change[],
  current: string,
  creation: Creation,
  dates: LastDates,
  hasResolutions: boolean,
): Span[] {
  const unrecorded =
    changes.length === 0
      ? unrecordedChange(field, current, creation.start, dates, hasResolutions)
      : null;
  if (unrecorded) {
    const { before, at } = unrecorded;
    const ofField = { field, old_value: null } as const;
    return [
      { ...ofField, value: before, ...creation, finish: at },
      { ...ofField, value: current, start: at, author: null, finish: forever },
    ];
  }
  const spans: Span[] = [];
  let begun: Change = {
    field,
    value: changes[0]?.old_value ?? current,
    ...creation,
    old_value: null,
  };
  for (const change of changes) {
    spans.push({ ...begun, finish: change.start });
    begun = change;
  }
  if (begun.value === current) return [...spans, { ...begun, finish: forever }];
  const start = missingChange(field, begun.start, dates);
  const now = { field, value: current, start, finish: forever, author: null, old_value: null };
  return [...spans, { ...begun, finish: start }, now];
}

/** Spans of a multi-valued field, one per value; EMPTY while the set is empty. */
function setSpans(
  field: HistoryField,
  changes: readonly Change[],
  current: readonly string[],
  creation: Creation,
): Span[] {
  const before = new Set(current);
  for (const { value, old_value } of changes.toReversed()) {
    before.delete(value);
    if (old_value) before.add(old_value);
  }
  const spans: Span[] = [];
  const open = new Map<string, Creation>();
  const begin = (value: string, start: number, author: string | null) => {
    if (!open.has(value)) open.set(value, { start, author });
  };
  const finish = (value: string, at: number) => {
    const span = open.get(value);
    if (!span) return;
    spans.push({ field, value, finish: at, ...span, old_value: null });
    open.delete(value);
  };
  for (const value of before.size > 0 ? before : [''])
    begin(value, creation.start, creation.author);
  for (const { value, start, author, old_value } of changes) {
    if (old_value) finish(old_value, start);
    if (value !== '') begin(value, start, author);
    if (open.size === 0) begin('', start, author);
    else if (open.size > 1) finish('', start);
  }
  for (const value of [...open.keys()]) finish(value, forever);
  for (const change of changes)
    spans.push({ ...change, field: changeFieldOf(field), finish: change.start });
  return spans;
}

/** The changes of each version, which set and clear it, follow one another. */
function orderVersions(changes: readonly Change[], current: readonly string[]): readonly Change[] {
  const lines = Map.groupBy(changes, ({ value, old_value }) =>
    value !== '' && old_value ? '' : value || old_value || '',
  );
  return [...lines]
    .flatMap(([version, line]) => orderChain(line, current.includes(version) ? version : ''))
    .sort((a, b) => a.start - b.start);
}

/** `current` holds ids, null for empty. */
export function deriveHistory(
  histories: readonly DatedHistory[],
  current: Record<Exclude<HistoryField, 'fixVersion'>, string | null> & { fixVersion: string[] },
  creation: Creation,
  dates: LastDates,
  refs: References,
) {
  const names: HistoryName[] = [];
  const changes = changesOf(histories, refs, names);
  const byField = Map.groupBy(changes, ({ field }) => field);
  const changesOfField = (field: HistoryField) => byField.get(field) ?? [];
  const spans = SINGLE_FIELDS.flatMap(field => {
    const now = current[field] ?? '';
    const ordered = orderChain(changesOfField(field), now);
    return singleSpans(field, ordered, now, creation, dates, byField.has('resolution'));
  });
  const versions = orderVersions(changesOfField('fixVersion'), current.fixVersion);
  spans.push(...setSpans('fixVersion', versions, current.fixVersion, creation));
  return { spans, names };
}

import type { RecordHistory, RecordHistoryItem } from '../records.ts';
import { forever, type Row } from '../schema.ts';
import { asInstant, asText } from '../shapes.ts';
import { fold } from '../words.ts';
import type { References } from './references.ts';

/** Fields of WAS and CHANGED, by their names in history items. */
const historyFields = {
  status: 'status',
  priority: 'priority',
  resolution: 'resolution',
  assignee: 'assignee',
  reporter: 'reporter',
  fixversions: 'fixVersion',
  'fix version': 'fixVersion',
} as const;

type HistoryField = (typeof historyFields)[keyof typeof historyFields];

interface DatedHistory {
  id: number;
  at: number;
  author: string | null;
  items: RecordHistoryItem[];
  created: string;
}

export interface Names {
  field: string;
  value: string;
  name_fold: string;
}

interface DerivedHistory {
  spans: Omit<Row<'spans'>, 'issue_id' | 'position'>[];
  changes: Omit<Row<'changes'>, 'issue_id' | 'position'>[];
  names: Names[];
}

interface Event {
  at: number;
  author: string | null;
  from: string;
  to: string;
}

function fieldOf(item: RecordHistoryItem): HistoryField | undefined {
  const names: Record<string, HistoryField> = historyFields;
  return names[asText(item.fieldId)?.toLowerCase() ?? ''] ?? names[item.field.toLowerCase()];
}

/** Sorted by time. Throws for a history without one. */
export function datedHistories(
  histories: readonly RecordHistory[],
  refs: References,
): DatedHistory[] {
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

/** An id, or '' for empty. */
function historyValue(
  field: HistoryField,
  givenId: string | null,
  name: string | null,
  refs: References,
  names: Names[],
): string {
  const id = givenId === '' ? null : givenId;
  if (id === null && (name === null || name === '')) return '';
  if (field === 'assignee' || field === 'reporter') return refs.userNamed(id ?? String(name), name);
  const kind = field === 'fixVersion' ? 'version' : field;
  const own = id === null ? null : refs.ownId(kind, id, name);
  const known = own === null ? undefined : refs.catalogue.get(kind, own);
  // A deleted id: the name may exist under another id.
  const value =
    known?.id ??
    (name === null ? undefined : refs.catalogue.named(kind, name)[0]?.id) ??
    own ??
    `~${fold(String(name))}`;
  if (name !== null && (!known || fold(known.name) !== fold(name))) {
    names.push({ field, value, name_fold: fold(name) });
  }
  return value;
}

function eventsOf(histories: readonly DatedHistory[], refs: References, names: Names[]) {
  const events = new Map<HistoryField, Event[]>();
  for (const history of histories) {
    for (const item of history.items) {
      const field = fieldOf(item);
      if (!field) continue;
      const event = {
        at: history.at,
        author: history.author,
        from: historyValue(field, asText(item.from), asText(item.fromString), refs, names),
        to: historyValue(field, asText(item.to), asText(item.toString as unknown), refs, names),
      };
      const list = events.get(field);
      if (list) list.push(event);
      else events.set(field, [event]);
    }
  }
  return events;
}

type Spans = DerivedHistory['spans'];

/** Spans of a single-valued field. The last one is the current value, whatever history says. */
function singleSpans(
  field: HistoryField,
  events: readonly Event[],
  current: string,
  created: number,
  creator: string | null,
): Spans {
  const spans: Spans = [];
  let value = events[0]?.from ?? current;
  let start = created;
  let author = creator;
  for (const event of events) {
    spans.push({ field, value, start, finish: event.at, author });
    value = event.to;
    start = event.at;
    author = event.author;
  }
  spans.push({ field, value, start, finish: forever, author });
  if (value !== current)
    spans.push({ field, value: current, start, finish: forever, author: null });
  return spans;
}

/** Spans of a multi-valued field, one per value; EMPTY while the set is empty. */
function setSpans(
  field: HistoryField,
  events: readonly Event[],
  current: readonly string[],
  created: number,
  creator: string | null,
): Spans {
  const before = new Set(current);
  for (const event of [...events].reverse()) {
    before.delete(event.to);
    if (event.from !== '') before.add(event.from);
  }
  const spans: Spans = [];
  const open = new Map<string, { start: number; author: string | null }>();
  const begin = (value: string, start: number, author: string | null) => {
    if (!open.has(value)) open.set(value, { start, author });
  };
  const finish = (value: string, at: number) => {
    const span = open.get(value);
    if (!span) return;
    spans.push({ field, value, finish: at, ...span });
    open.delete(value);
  };
  for (const value of before.size > 0 ? before : ['']) begin(value, created, creator);
  for (const event of events) {
    if (event.from !== '') finish(event.from, event.at);
    if (event.to !== '') begin(event.to, event.at, event.author);
    if (open.size === 0) begin('', event.at, event.author);
    else if (open.size > 1) finish('', event.at);
  }
  for (const value of [...open.keys()]) finish(value, forever);
  return spans;
}

/** `current` holds ids, '' for empty. */
export function deriveHistory(
  histories: readonly DatedHistory[],
  current: Record<Exclude<HistoryField, 'fixVersion'>, string> & { fixVersion: string[] },
  created: number,
  creator: string | null,
  refs: References,
): DerivedHistory {
  const names: Names[] = [];
  const events = eventsOf(histories, refs, names);
  const spans: Spans = [];
  const changes: DerivedHistory['changes'] = [];
  for (const field of ['status', 'priority', 'resolution', 'assignee', 'reporter'] as const) {
    spans.push(...singleSpans(field, events.get(field) ?? [], current[field], created, creator));
  }
  spans.push(
    ...setSpans('fixVersion', events.get('fixVersion') ?? [], current.fixVersion, created, creator),
  );
  for (const [field, list] of events) {
    for (const event of list) {
      changes.push({
        field,
        old_value: event.from,
        new_value: event.to,
        at: event.at,
        author: event.author,
      });
    }
  }
  return { spans, changes, names };
}

import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { pointsSource, pointsTimeline } from '@tallyboard/core/history/points.ts';
import { forEachStatusSpan, UNKNOWN_STATUS_NAME } from '@tallyboard/core/history/spans.ts';
import {
  assigneeTimeline,
  type FieldRecord,
  flaggedTimeline,
  recordedTimeline,
} from '@tallyboard/core/history/timeline.ts';
import type { SprintId, StatusId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { parentsAt } from '@tallyboard/core/past/fields-at.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Row } from '../tables.ts';
import type { Derivation } from './derivation.ts';

export function addHistory(derivation: Derivation): void {
  const { dataset } = derivation;
  const points = pointsSource(dataset, null);
  for (const issue of dataset.issues) {
    addChanges(derivation, issue);
    addStatusSpans(derivation, issue);
    addAssignees(derivation, issue);
    addMemberships(derivation, issue);
    addSpans(derivation, issue, 'points', pointsTimeline(issue, points), number => {
      return { value_id: null, value: number === null ? null : String(number), number };
    });
    addSpans(derivation, issue, 'parent', parentTimeline(issue), value => {
      return { value_id: null, value, number: null };
    });
    addSpans(derivation, issue, 'flagged', flaggedTimeline(issue), flagged => {
      return { value_id: null, value: flagged ? 'flagged' : null, number: null };
    });
    addSpans(derivation, issue, 'priority', priorityTimeline(issue), named => {
      return { value_id: named?.id ?? null, value: named?.name ?? null, number: null };
    });
  }
}

/** Fields whose texts may say anything: a lake has no descriptions and no comments, also none of the past. */
const LONG_TEXTS = new Set(['description', 'environment', 'comment']);

function addChanges({ add, dayOf, entities }: Derivation, { id, changes }: Issue): void {
  const issue_id = Number(id);
  for (const [position, change] of changes.entries()) {
    const isLong = LONG_TEXTS.has((change.fieldId ?? change.fieldName).toLowerCase());
    add('change', {
      issue_id,
      position,
      at: change.at,
      day: dayOf(change.at),
      author_id: entities.person(change.author),
      field: change.field,
      field_id: change.fieldId,
      field_name: change.fieldName,
      from_id: change.from,
      from_text: isLong ? null : change.fromText,
      to_id: change.to,
      to_text: isLong ? null : change.toText,
    });
  }
}

function addStatusSpans(derivation: Derivation, issue: Issue): void {
  const { add, calendar, context, dataset, entities } = derivation;
  const changes = changesOf(issue, 'status');
  const issue_id = Number(issue.id);
  const spans: Row<'status_span'>[] = [];
  forEachStatusSpan(issue, context.asOf, (id, from, to, entered) => {
    const status = id === issue.status.id ? issue.status : dataset.statuses.get(id as StatusId);
    const worked = calendar.workingTime(0, from);
    spans.push({
      issue_id,
      position: spans.length,
      status_id: id ?? '',
      status: status?.name || UNKNOWN_STATUS_NAME,
      category: status?.category ?? 'none',
      category_known: status?.known ?? false,
      person_id: entered < 0 ? null : entities.person(changes.author(entered)),
      from_at: from,
      to_at: to,
      from_ms: from,
      from_working_ms: worked,
      elapsed_ms: to - from,
      working_ms: calendar.workingTime(0, to) - worked,
    });
  });
  const last = spans.pop();
  for (const span of spans) add('status_span', span);
  if (last) add('status_span', { ...last, to_at: null, elapsed_ms: null, working_ms: null });
}

const PRIORITY: FieldRecord<{ readonly id: string; readonly name: string } | null> = {
  isOwn: ({ field }) => field === 'priority',
  before: ({ from, fromText }) => (fromText ? { id: from ?? '', name: fromText } : null),
  after: ({ to, toText }) => (toText ? { id: to ?? '', name: toText } : null),
};

const priorityTimeline = (issue: Issue) => recordedTimeline(issue, PRIORITY, issue.priority);

/** Parents have the keys that the changes name, whatever issues are beside them. */
const NO_ISSUES = { parent: () => undefined };

/** The keys of the parents of an issue. */
function parentTimeline(issue: Issue) {
  const changes = changesOf(issue, 'parent');
  const times = Array.from({ length: changes.length }, (_, index) =>
    Math.max(issue.created, changes.at(index)),
  );
  const starts = [...new Set([issue.created, ...times])];
  return starts.map((from, index) => {
    const next = starts[index + 1];
    const { parent } =
      next === undefined ? issue : parentsAt(issue, issue.type, next - 1, NO_ISSUES);
    return { from, value: parent?.key ?? null };
  });
}

function addAssignees(derivation: Derivation, issue: Issue): void {
  addSpans(derivation, issue, 'assignee', assigneeTimeline(issue), assignee => {
    const id = derivation.entities.named(assignee);
    return { value_id: id, value: assignee?.name ?? null, number: null };
  });
}

type SpanValue = Pick<Row<'field_span'>, 'value_id' | 'value' | 'number'>;

/** One row for each value; none for a field that never had one. */
function addSpans<Value>(
  { add }: Derivation,
  { id }: Issue,
  field: string,
  steps: readonly { readonly from: Instant; readonly value: Value }[],
  read: (value: Value) => SpanValue,
): void {
  const values = steps.map(({ value }) => read(value));
  const isNew = (at: number) =>
    at === 0 ||
    values[at]?.value !== values[at - 1]?.value ||
    values[at]?.value_id !== values[at - 1]?.value_id;
  const kept = [...steps.keys()].filter(isNew);
  if (kept.every(at => values[at]?.value === null)) return;
  kept.forEach((at, position) => {
    const next = kept[position + 1];
    add('field_span', {
      issue_id: Number(id),
      field,
      position,
      from_at: steps[at]!.from,
      to_at: next === undefined ? null : steps[next]!.from,
      ...values[at]!,
    });
  });
}

/** Each stay in a sprint; an issue may be in several. */
function addMemberships({ add, dataset, sprints }: Derivation, issue: Issue): void {
  const inside = new Map<SprintId, Instant>();
  let position = 0;
  const emit = (id: SprintId, from_at: Instant, to_at: Instant | null) =>
    add('field_span', {
      issue_id: Number(issue.id),
      field: 'sprint',
      position: position++,
      from_at,
      to_at,
      value_id: String(id),
      value: dataset.sprints.get(id)?.name ?? null,
      number: null,
    });
  for (const { from, value: ids } of sprints.timeline(issue)) {
    for (const [id, since] of inside) {
      if (ids.includes(id)) continue;
      inside.delete(id);
      emit(id, since, from);
    }
    for (const id of ids) if (!inside.has(id)) inside.set(id, from);
  }
  for (const [id, since] of inside) emit(id, since, null);
}

import type { RecordHistoryItem } from '../../data/records.ts';
import type { NamedEntity } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import type { VersionDef } from '../site/organisation.ts';
import type { SprintDef } from '../site/sprints.ts';
import type { Draft, State } from './draft.ts';

const text = (value: number | null) => (value === null ? null : String(value));

function item(
  field: string,
  fieldId: string | undefined,
  from: string | null,
  fromString: string | null,
  to: string | null,
  toText: string | null,
): RecordHistoryItem {
  const fieldtype = fieldId?.startsWith('customfield_') ? 'custom' : 'jira';
  return {
    field,
    fieldtype,
    ...(fieldId !== undefined && { fieldId }),
    from,
    fromString,
    to,
    toString: toText,
  };
}

const named = (field: string, from: NamedEntity | null, to: NamedEntity | null) =>
  item(field, field, from?.id ?? null, from?.name ?? null, to?.id ?? null, to?.name ?? null);

const seconds = (field: string, from: number | null, to: number | null) =>
  item(field, field, text(from), text(from), text(to), text(to));

const joined = (sprints: readonly SprintDef[], part: (sprint: SprintDef) => string) =>
  sprints.map(part).join(', ');

/** The history items of a change; empty if nothing changed. */
export function itemsOf(draft: Draft, set: Partial<State>): RecordHistoryItem[] {
  const was = draft.state;
  const items: RecordHistoryItem[] = [];
  if (set.status && set.status !== was.status) items.push(named('status', was.status, set.status));
  if (set.resolution !== undefined && set.resolution !== was.resolution)
    items.push(named('resolution', was.resolution, set.resolution));
  if (set.priority && set.priority !== was.priority)
    items.push(named('priority', was.priority, set.priority));
  if (set.assignee !== undefined && set.assignee !== was.assignee) {
    const [from, to] = [was.assignee, set.assignee];
    const names = [from?.accountId, from?.displayName, to?.accountId, to?.displayName];
    const [a = null, b = null, c = null, d = null] = names;
    items.push(item('assignee', 'assignee', a, b, c, d));
  }
  if (set.sprints && set.sprints !== was.sprints) {
    const id = (sprint: SprintDef) => String(sprint.id);
    const name = (sprint: SprintDef) => sprint.name;
    const [from, to] = [was.sprints, set.sprints];
    items.push(
      item(
        'Sprint',
        FIELD.sprint,
        joined(from, id),
        joined(from, name),
        joined(to, id),
        joined(to, name),
      ),
    );
  }
  if (set.points !== undefined && set.points !== was.points) {
    // Jira writes points only as text.
    const [field, id] =
      draft.project.kind === 'team-managed'
        ? ['Story point estimate', FIELD.storyPointEstimate]
        : ['Story Points', FIELD.storyPoints];
    items.push(item(field, id, null, text(was.points), null, text(set.points)));
  }
  for (const [key, field] of TIMES) {
    const value = set[key];
    if (value !== undefined && value !== was[key]) items.push(seconds(field, was[key], value));
  }
  if (set.flagged !== undefined && set.flagged !== was.flagged) {
    const [from, fromString] = was.flagged ? FLAG : NO_FLAG;
    const [to, toText] = set.flagged ? FLAG : NO_FLAG;
    items.push(item('Flagged', FIELD.flagged, from, fromString, to, toText));
  }
  if (set.fixVersions) items.push(...versionItems(was.fixVersions, set.fixVersions));
  if (set.labels && set.labels.join() !== was.labels.join())
    items.push(item('labels', 'labels', null, was.labels.join(' '), null, set.labels.join(' ')));
  if (set.due !== undefined && set.due !== was.due) {
    const long = (day: string | null) => (day ? `${day} 00:00:00.0` : null);
    items.push(item('duedate', 'duedate', was.due, long(was.due), set.due, long(set.due)));
  }
  if (set.epic !== undefined && set.epic !== was.epic) {
    const [from, to] = [was.epic, set.epic];
    const names = [from?.id, from?.key, to?.id, to?.key];
    const [a = null, b = null, c = null, d = null] = names;
    items.push(item('IssueParentAssociation', undefined, a, b, c, d));
  }
  return items;
}

const FLAG = ['[10019]', 'Impediment'] as const;
const NO_FLAG = ['', ''] as const;

const TIMES = [
  ['original', 'timeoriginalestimate'],
  ['remaining', 'timeestimate'],
  ['spent', 'timespent'],
] as const;

function versionItems(was: readonly VersionDef[], now: readonly VersionDef[]): RecordHistoryItem[] {
  const line = (from: VersionDef | null, to: VersionDef | null) =>
    item(
      'Fix Version',
      'fixVersions',
      from?.id ?? null,
      from?.name ?? null,
      to?.id ?? null,
      to?.name ?? null,
    );
  return [
    ...was.filter(version => !now.includes(version)).map(version => line(version, null)),
    ...now.filter(version => !was.includes(version)).map(version => line(null, version)),
  ];
}

import type { RecordHistoryItem } from '../../data/records.ts';
import type { NamedEntity } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import type { Draft, State } from './draft.ts';

type Text = string | null;

interface HistoryField<Value> {
  field: string;
  /** By default `field`; null if histories omit it. */
  fieldId?: string | null;
  /** By default null. */
  id?: (value: Value) => Text;
  text: (value: Value) => Text;
}

const numberText = (value: number | null): Text => (value === null ? null : String(value));

const named = (field: string): HistoryField<NamedEntity | null> => ({
  field,
  id: value => value?.id ?? null,
  text: value => value?.name ?? null,
});
const seconds = (field: string) => ({ field, id: numberText, text: numberText });

const FIX_VERSION = { ...named('Fix Version'), fieldId: 'fixVersions' };
/** Jira writes points only as text. */
const POINTS = { field: 'Story Points', fieldId: FIELD.storyPoints, text: numberText };
const TEAM_POINTS = { ...POINTS, field: 'Story point estimate', fieldId: FIELD.storyPointEstimate };

/** In the order of the items. */
const HISTORY_FIELDS: { [Key in Exclude<keyof State, 'fixVersions'>]: HistoryField<State[Key]> } = {
  status: named('status'),
  resolution: named('resolution'),
  priority: named('priority'),
  assignee: {
    field: 'assignee',
    id: person => person?.accountId ?? null,
    text: person => person?.displayName ?? null,
  },
  sprints: {
    field: 'Sprint',
    fieldId: FIELD.sprint,
    id: sprints => sprints.map(({ id }) => id).join(', '),
    text: sprints => sprints.map(({ name }) => name).join(', '),
  },
  points: POINTS,
  original: seconds('timeoriginalestimate'),
  remaining: seconds('timeestimate'),
  spent: seconds('timespent'),
  flagged: {
    field: 'Flagged',
    fieldId: FIELD.flagged,
    id: flagged => (flagged ? '[10019]' : ''),
    text: flagged => (flagged ? 'Impediment' : ''),
  },
  labels: { field: 'labels', text: labels => labels.join(' ') },
  due: { field: 'duedate', id: day => day, text: day => day && `${day} 00:00:00.0` },
  epic: {
    field: 'IssueParentAssociation',
    fieldId: null,
    id: epic => epic?.id ?? null,
    text: epic => epic?.key ?? null,
  },
};

function itemOf<Value>(
  { field, fieldId = field, id = () => null, text }: HistoryField<Value>,
  from: Value,
  to: Value,
): RecordHistoryItem {
  return {
    field,
    fieldtype: fieldId?.startsWith('customfield_') ? 'custom' : 'jira',
    ...(fieldId !== null && { fieldId }),
    from: id(from),
    fromString: text(from),
    to: id(to),
    toString: text(to),
  };
}

/** The history items of a change; empty if nothing changed. */
export function itemsOf({ state, project }: Draft, set: Partial<State>): RecordHistoryItem[] {
  const after: State = { ...state, ...set };
  const fields: typeof HISTORY_FIELDS =
    project.kind === 'team-managed' ? { ...HISTORY_FIELDS, points: TEAM_POINTS } : HISTORY_FIELDS;
  const changed = <Key extends keyof typeof fields>(key: Key): RecordHistoryItem[] => {
    if (after[key] === state[key]) return [];
    const item = itemOf<State[Key]>(fields[key], state[key], after[key]);
    return key === 'labels' && item.fromString === (item.toString as unknown) ? [] : [item];
  };
  const [was, now] = [state.fixVersions, after.fixVersions];
  return [
    ...(Object.keys(fields) as (keyof typeof fields)[]).flatMap(changed),
    ...was.filter(version => !now.includes(version)).map(one => itemOf(FIX_VERSION, one, null)),
    ...now.filter(version => !was.includes(version)).map(one => itemOf(FIX_VERSION, null, one)),
  ];
}

import { sql } from 'kysely';
import type { JqlContext } from '../context.ts';
import { hierarchyLevel, projectCategory, projectType, statusCategory } from './derived-fields.ts';
import { type EntityFieldSpec, entityField } from './entity-field.ts';
import { type JqlField, operators } from './field.ts';
import {
  epicLinkField,
  keyField,
  linkTypeField,
  parentEpicField,
  parentField,
  textField,
} from './issue-fields.ts';
import { dayField, durationField, instantField, numberField, optionField } from './plain-fields.ts';
import { column, resolutionColumn, type Storage, values } from './storage.ts';
import { worklogFields } from './worklog-fields.ts';

/** The name, and aliases after spaces. */
function named(names: string): Pick<JqlField, 'name' | 'aliases'> {
  const [name = '', ...aliases] = names.split(' ');
  return { name, aliases };
}

const entity = (
  names: string,
  kind: EntityFieldSpec['entity'],
  storage: Storage,
  more?: Partial<EntityFieldSpec>,
): JqlField => entityField({ ...named(names), entity: kind, storage, ...more });

/** A column of `issues` that is never empty. */
const filled = (names: string, name = names) => ({
  ...named(names),
  storage: column(name, false),
  canBeEmpty: false,
});

const optional = (names: string, name = names) => ({ ...named(names), storage: column(name) });

const count = (name: 'votes' | 'watchers', label: string): JqlField =>
  numberField({
    ...filled(name),
    type: 'long',
    descending: true,
    read: (_context: JqlContext, text) => (/^\d+$/.test(text.trim()) ? Number(text) : null),
    message: (text, field) =>
      `Value '${text}' is invalid for the '${field}' field. ${label} must be a positive whole number.`,
  });

const text = (name: string, canBeEmpty = true): JqlField =>
  textField({ name, texts: [name], canBeEmpty });

/** Supports only IS EMPTY. */
const attachments: JqlField = {
  name: 'attachments',
  type: 'attachment',
  canBeEmpty: true,
  operators: operators.emptiness,
  sort: null,
  test: (_context, { operator }) =>
    operator === 'is' ? sql<boolean>`issues.attachments = 0` : sql<boolean>`issues.attachments > 0`,
};

export const systemFields: readonly JqlField[] = [
  entity('project space', 'project', column('project_id', false)),
  keyField,
  entity('status', 'status', column('status_id', false), { history: 'status' }),
  statusCategory,
  entity('issuetype type worktype', 'issueType', column('type_id', false)),
  entity('resolution', 'resolution', resolutionColumn, {
    ordered: 'up',
    history: 'resolution',
    emptyWord: 'unresolved',
  }),
  entity('priority', 'priority', column('priority_id'), {
    ordered: 'down',
    history: 'priority',
    descending: true,
  }),
  optionField({ ...named('level security'), type: 'level', storage: values(['security']) }),
  entity('component components', 'component', values(['components'])),
  entity('fixVersion fixversions', 'version', values(['fixVersions']), {
    ordered: 'up',
    history: 'fixVersion',
  }),
  entity('affectedVersion versions affectedversions', 'version', values(['versions']), {
    ordered: 'up',
  }),
  projectCategory,
  projectType,
  entity('assignee', 'user', column('assignee'), { history: 'assignee' }),
  entity('reporter', 'user', column('reporter'), { history: 'reporter' }),
  entity('creator', 'user', column('creator')),
  entity('voter', 'user', values(['voter']), { sort: null }),
  entity('watcher', 'user', values(['watcher']), { sort: null }),
  { ...text('summary', false), sort: () => [sql.ref('issues.summary_fold')] },
  text('description'),
  text('environment'),
  { ...text('comment'), operators: operators.contains },
  {
    ...textField({ ...named('text textfields'), texts: null, canBeEmpty: true }),
    operators: operators.contains,
  },
  instantField(filled('created createddate', 'created')),
  instantField(filled('updated updateddate', 'updated')),
  instantField(optional('resolved resolutiondate', 'resolved')),
  dayField(optional('due duedate', 'due')),
  instantField(optional('lastViewed', 'viewed')),
  instantField(optional('statusCategoryChangedDate', 'category_changed')),
  optionField({ name: 'labels', type: 'label', storage: values(['labels']) }),
  parentField,
  parentEpicField,
  epicLinkField,
  entity('Sprint', 'sprint', values(['sprint'])),
  durationField(optional('timespent', 'time_spent')),
  durationField(optional('originalEstimate timeoriginalestimate', 'time_original')),
  durationField(optional('remainingEstimate timeestimate', 'time_remaining')),
  numberField({ ...filled('workRatio', 'work_ratio'), type: 'integer' }),
  count('votes', 'Votes'),
  count('watchers', 'Watchers'),
  ...worklogFields,
  hierarchyLevel,
  linkTypeField,
  attachments,
];

import { sql } from 'kysely';
import type { JqlContext } from '../context.ts';
import { hierarchyLevel, projectCategory, projectType, statusCategory } from './derived-fields.ts';
import { entityField } from './entity-field.ts';
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
import { column, resolutionColumn, values } from './storage.ts';
import { worklogFields } from './worklog-fields.ts';

const user = (name: 'assignee' | 'reporter' | 'creator', history?: string): JqlField =>
  entityField({ name, entity: 'user', storage: column(name), history });

const multiUser = (name: 'voter' | 'watcher'): JqlField =>
  entityField({ name, entity: 'user', storage: values([name]), sort: null });

const count = (name: 'votes' | 'watchers', label: string): JqlField =>
  numberField({
    name,
    type: 'long',
    storage: column(name, false),
    canBeEmpty: false,
    descending: true,
    read: (_context: JqlContext, text) => (/^\d+$/.test(text.trim()) ? Number(text) : null),
    message: (text, field) =>
      `Value '${text}' is invalid for the '${field}' field. ${label} must be a positive whole number.`,
  });

const text = (name: string, canBeEmpty = true): JqlField =>
  textField({ name, texts: [name], canBeEmpty });

const duration = (name: string, stored: string, ...aliases: string[]): JqlField =>
  durationField({ name, aliases, storage: column(stored) });

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
  entityField({
    name: 'project',
    aliases: ['space'],
    entity: 'project',
    storage: column('project_id', false),
  }),
  keyField,
  entityField({
    name: 'status',
    entity: 'status',
    storage: column('status_id', false),
    history: 'status',
  }),
  statusCategory,
  entityField({
    name: 'issuetype',
    aliases: ['type', 'worktype'],
    entity: 'issueType',
    storage: column('type_id', false),
  }),
  entityField({
    name: 'resolution',
    entity: 'resolution',
    storage: resolutionColumn,
    ordered: 'up',
    history: 'resolution',
    emptyWord: 'unresolved',
  }),
  entityField({
    name: 'priority',
    entity: 'priority',
    storage: column('priority_id'),
    ordered: 'down',
    history: 'priority',
    descending: true,
  }),
  optionField({
    name: 'level',
    aliases: ['security'],
    type: 'level',
    storage: values(['security']),
  }),
  entityField({
    name: 'component',
    aliases: ['components'],
    entity: 'component',
    storage: values(['components']),
  }),
  entityField({
    name: 'fixVersion',
    aliases: ['fixversions'],
    entity: 'version',
    storage: values(['fixVersions']),
    ordered: 'up',
    history: 'fixVersion',
  }),
  entityField({
    name: 'affectedVersion',
    aliases: ['versions', 'affectedversions'],
    entity: 'version',
    storage: values(['versions']),
    ordered: 'up',
  }),
  projectCategory,
  projectType,
  user('assignee', 'assignee'),
  user('reporter', 'reporter'),
  user('creator'),
  multiUser('voter'),
  multiUser('watcher'),
  { ...text('summary', false), sort: () => [sql.ref('issues.summary_fold')] },
  text('description'),
  text('environment'),
  { ...text('comment'), operators: operators.contains },
  {
    ...textField({ name: 'text', aliases: ['textfields'], texts: null, canBeEmpty: true }),
    operators: operators.contains,
  },
  instantField({
    name: 'created',
    aliases: ['createddate'],
    storage: column('created', false),
    canBeEmpty: false,
  }),
  instantField({
    name: 'updated',
    aliases: ['updateddate'],
    storage: column('updated', false),
    canBeEmpty: false,
  }),
  instantField({ name: 'resolved', aliases: ['resolutiondate'], storage: column('resolved') }),
  dayField({ name: 'due', aliases: ['duedate'], storage: column('due') }),
  instantField({ name: 'lastViewed', storage: column('viewed') }),
  instantField({ name: 'statusCategoryChangedDate', storage: column('category_changed') }),
  optionField({ name: 'labels', type: 'label', storage: values(['labels']) }),
  parentField,
  parentEpicField,
  epicLinkField,
  entityField({ name: 'Sprint', entity: 'sprint', storage: values(['sprint']) }),
  duration('timespent', 'time_spent'),
  duration('originalEstimate', 'time_original', 'timeoriginalestimate'),
  duration('remainingEstimate', 'time_remaining', 'timeestimate'),
  numberField({
    name: 'workRatio',
    type: 'integer',
    storage: column('work_ratio', false),
    canBeEmpty: false,
  }),
  count('votes', 'Votes'),
  count('watchers', 'Watchers'),
  ...worklogFields,
  hierarchyLevel,
  linkTypeField,
  attachments,
];

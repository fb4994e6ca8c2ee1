import { sql } from 'kysely';
import type { StoredEntity } from '../../data/catalogue.ts';
import type { JqlContext } from '../context.ts';
import { entityResolver, resolveSprint, resolveUser } from '../resolve.ts';
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
import {
  dayField,
  durationField,
  instantField,
  numberField,
  optionField,
  presenceField,
  readNumber,
} from './plain-fields.ts';
import { column, resolutionColumn, values } from './storage.ts';
import { worklogFields } from './worklog-fields.ts';

const javaUser = 'com.atlassian.jira.user.ApplicationUser';

function user(name: 'assignee' | 'reporter' | 'creator', history?: string): JqlField {
  return entityField({
    name,
    storage: column(name),
    resolve: resolveUser,
    accepts: 'user',
    javaType: javaUser,
    entity: 'user',
    history,
  });
}

function multiUser(name: string, field: string): JqlField {
  return entityField({
    name,
    storage: values([field]),
    resolve: resolveUser,
    accepts: 'user',
    javaType: javaUser,
    entity: 'user',
    sort: null,
  });
}

const positive = (label: string) => ({
  read: (_context: JqlContext, text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null),
  message: (text: string, field: string) =>
    `Value '${text}' is invalid for the '${field}' field. ${label} must be a positive whole number.`,
});

const named = (name: string) => (entity: StoredEntity) => [entity.document[name]];

export const systemFields: readonly JqlField[] = [
  entityField({
    name: 'project',
    aliases: ['space'],
    storage: column('project_id', false),
    resolve: entityResolver('project', named('key')),
    accepts: 'project',
    javaType: 'com.atlassian.jira.project.Project',
    entity: 'project',
  }),
  keyField,
  entityField({
    name: 'status',
    storage: column('status_id', false),
    resolve: entityResolver('status'),
    accepts: null,
    javaType: 'com.atlassian.jira.issue.status.Status',
    entity: 'status',
    history: 'status',
  }),
  statusCategory,
  entityField({
    name: 'issuetype',
    aliases: ['type', 'worktype'],
    storage: column('type_id', false),
    resolve: entityResolver('issueType'),
    accepts: 'issueType',
    javaType: 'com.atlassian.jira.issue.issuetype.IssueType',
    entity: 'issueType',
  }),
  entityField({
    name: 'resolution',
    storage: resolutionColumn,
    resolve: entityResolver('resolution'),
    accepts: null,
    javaType: 'com.atlassian.jira.issue.resolution.Resolution',
    entity: 'resolution',
    ordered: 'up',
    history: 'resolution',
    emptyWord: 'unresolved',
  }),
  entityField({
    name: 'priority',
    storage: column('priority_id'),
    resolve: entityResolver('priority'),
    accepts: null,
    javaType: 'com.atlassian.jira.issue.priority.Priority',
    entity: 'priority',
    ordered: 'down',
    history: 'priority',
    descending: true,
  }),
  optionField({
    name: 'level',
    aliases: ['security'],
    javaType: 'com.atlassian.jira.issue.security.IssueSecurityLevel',
    storage: values(['security']),
    check: () => {},
  }),
  entityField({
    name: 'component',
    aliases: ['components'],
    storage: values(['components']),
    resolve: entityResolver('component'),
    accepts: 'component',
    javaType: 'com.atlassian.jira.bc.project.component.ProjectComponent',
    entity: 'component',
  }),
  entityField({
    name: 'fixVersion',
    aliases: ['fixversions'],
    storage: values(['fixVersions']),
    resolve: entityResolver('version'),
    accepts: 'version',
    javaType: 'com.atlassian.jira.project.version.Version',
    entity: 'version',
    ordered: 'up',
    history: 'fixVersion',
  }),
  entityField({
    name: 'affectedVersion',
    aliases: ['versions', 'affectedversions'],
    storage: values(['versions']),
    resolve: entityResolver('version'),
    accepts: 'version',
    javaType: 'com.atlassian.jira.project.version.Version',
    entity: 'version',
    ordered: 'up',
  }),
  projectCategory,
  projectType,
  user('assignee', 'assignee'),
  user('reporter', 'reporter'),
  user('creator'),
  multiUser('voter', 'voter'),
  multiUser('watcher', 'watcher'),
  textField({
    name: 'summary',
    texts: ['summary'],
    canBeEmpty: false,
    sort: () => [sql.ref('issues.summary_fold')],
  }),
  textField({ name: 'description', texts: ['description'], canBeEmpty: true }),
  textField({ name: 'environment', texts: ['environment'], canBeEmpty: true }),
  textField({
    name: 'comment',
    texts: ['comment'],
    canBeEmpty: true,
    operators: operators.contains,
  }),
  textField({
    name: 'text',
    aliases: ['textfields'],
    texts: null,
    canBeEmpty: true,
    operators: operators.contains,
  }),
  instantField({
    name: 'created',
    aliases: ['createddate'],
    storage: column('created', false),
    canBeEmpty: false,
    javaType: 'java.util.Date',
  }),
  instantField({
    name: 'updated',
    aliases: ['updateddate'],
    storage: column('updated', false),
    canBeEmpty: false,
    javaType: 'java.util.Date',
  }),
  instantField({
    name: 'resolved',
    aliases: ['resolutiondate'],
    storage: column('resolved'),
    javaType: 'java.util.Date',
  }),
  dayField({
    name: 'due',
    aliases: ['duedate'],
    storage: column('due'),
    javaType: 'java.util.Date',
  }),
  instantField({ name: 'lastViewed', storage: column('viewed'), javaType: 'java.util.Date' }),
  instantField({
    name: 'statusCategoryChangedDate',
    storage: column('category_changed'),
    javaType: 'java.util.Date',
  }),
  optionField({
    name: 'labels',
    javaType: 'com.atlassian.jira.issue.label.Label',
    storage: values(['labels']),
    check: () => {},
  }),
  parentField,
  parentEpicField,
  epicLinkField,
  entityField({
    name: 'Sprint',
    storage: values(['sprint']),
    resolve: resolveSprint,
    accepts: 'sprint',
    javaType: 'com.atlassian.greenhopper.service.sprint.Sprint',
    entity: 'sprint',
  }),
  durationField({ name: 'timespent', storage: column('time_spent'), javaType: 'java.lang.Long' }),
  durationField({
    name: 'originalEstimate',
    aliases: ['timeoriginalestimate'],
    storage: column('time_original'),
    javaType: 'java.lang.Long',
  }),
  durationField({
    name: 'remainingEstimate',
    aliases: ['timeestimate'],
    storage: column('time_remaining'),
    javaType: 'java.lang.Long',
  }),
  numberField({
    name: 'workRatio',
    storage: column('work_ratio', false),
    canBeEmpty: false,
    javaType: 'java.lang.Integer',
    read: readNumber,
    message: (text, field) => `Value '${text}' for the '${field}' field is not a valid number.`,
  }),
  {
    ...numberField({
      name: 'votes',
      storage: column('votes', false),
      canBeEmpty: false,
      javaType: 'java.lang.Long',
      ...positive('Votes'),
    }),
    descending: true,
  },
  {
    ...numberField({
      name: 'watchers',
      storage: column('watchers', false),
      canBeEmpty: false,
      javaType: 'java.lang.Long',
      ...positive('Watchers'),
    }),
    descending: true,
  },
  ...worklogFields,
  hierarchyLevel,
  linkTypeField,
  presenceField({
    name: 'attachments',
    javaType: 'com.atlassian.jira.issue.attachment.Attachment',
    storage: {
      ...column('attachments', false),
      empty: sql<boolean>`issues.attachments = 0`,
      notEmpty: sql<boolean>`issues.attachments > 0`,
    },
  }),
];

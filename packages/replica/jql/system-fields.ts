import { sql } from 'kysely';
import type { StoredEntity } from '../store/catalogue.ts';
import { asNumber, asObject, asText } from '../store/shapes.ts';
import { fold } from '../store/words.ts';
import type { JqlContext } from './context.ts';
import { type JqlField, operators } from './field.ts';
import { isSubtask } from './functions.ts';
import {
  epicLinkField,
  keyField,
  linkTypeField,
  parentEpicField,
  parentField,
  textField,
} from './issue-fields.ts';
import { column, values } from './storage.ts';
import {
  dayField,
  derivedField,
  durationField,
  entityField,
  entityResolver,
  instantField,
  numberField,
  optionField,
  presenceField,
  readNumber,
  resolveSprint,
  resolveUser,
} from './value-fields.ts';
import { worklogFields } from './worklog-fields.ts';

const javaUser = 'com.atlassian.jira.user.ApplicationUser';

/** Keys, names and ids by which the four status categories are asked for. */
const categories: Record<string, number> = {
  undefined: 1,
  'no category': 1,
  '1': 1,
  new: 2,
  'to do': 2,
  todo: 2,
  '2': 2,
  indeterminate: 4,
  'in progress': 4,
  '4': 4,
  done: 3,
  complete: 3,
  '3': 3,
};

function categoryOf(status: StoredEntity): number {
  const category = asObject(status.document.statusCategory);
  return asNumber(category?.id) ?? categories[fold(asText(category?.key) ?? '')] ?? 1;
}

export function levelOf(type: StoredEntity): number {
  return (
    asNumber(type.document.hierarchyLevel) ??
    (isSubtask(type) ? -1 : fold(type.name) === 'epic' ? 1 : 0)
  );
}

function idsWhere(
  list: readonly StoredEntity[],
  test: (entity: StoredEntity) => boolean,
): string[] {
  return list.filter(test).map(entity => entity.id);
}

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

const statusCategory = derivedField({
  name: 'statusCategory',
  javaType: 'com.atlassian.jira.issue.status.category.StatusCategory',
  storage: column('status_id', false),
  ids(context, text) {
    const statuses = context.catalogue.all('status');
    const named = idsWhere(
      statuses,
      status => fold(asText(asObject(status.document.statusCategory)?.name) ?? '') === fold(text),
    );
    const category = categories[fold(text)];
    if (category === undefined) return named.length > 0 ? named : null;
    return idsWhere(statuses, status => categoryOf(status) === category);
  },
  sort: context => {
    const order = [0, 0, 1, 3, 2];
    const cases = context.catalogue
      .all('status')
      .map(status => sql`when ${status.id} then ${sql.lit(order[categoryOf(status)] ?? 0)}`);
    return cases.length > 0
      ? [sql`(case issues.status_id ${sql.join(cases, sql` `)} end)`]
      : [sql.ref('issues.status_id')];
  },
});

const hierarchyLevel = derivedField({
  name: 'hierarchyLevel',
  javaType: 'java.lang.Number',
  storage: column('type_id', false),
  ids: (context, text) =>
    /^-?\d+$/.test(text)
      ? idsWhere(context.catalogue.all('issueType'), type => levelOf(type) === Number(text))
      : null,
  compareIds: (context, operator, text) =>
    idsWhere(context.catalogue.all('issueType'), type => {
      const difference = levelOf(type) - Number(text);
      return operator === '<'
        ? difference < 0
        : operator === '<='
          ? difference <= 0
          : operator === '>'
            ? difference > 0
            : difference >= 0;
    }),
  sort: null,
});

const projectCategory = derivedField({
  name: 'category',
  javaType: 'com.atlassian.jira.project.ProjectCategory',
  storage: {
    ...column('project_id', false),
    empty: sql<boolean>`1 = 0`,
  },
  ids(context, text) {
    const found = idsWhere(context.catalogue.all('project'), project => {
      const category = asObject(project.document.projectCategory);
      return fold(asText(category?.name) ?? '') === fold(text) || asText(category?.id) === text;
    });
    return found.length > 0 ? found : null;
  },
  sort: null,
});

const projectType = derivedField({
  name: 'projectType',
  javaType: 'com.atlassian.jira.project.type.ProjectTypeKey',
  storage: column('project_id', false),
  ids(context, text) {
    const known = ['software', 'business', 'service_desk', 'product_discovery'];
    const found = idsWhere(
      context.catalogue.all('project'),
      project => fold(asText(project.document.projectTypeKey) ?? 'software') === fold(text),
    );
    return found.length > 0 || known.includes(fold(text)) ? found : null;
  },
  sort: null,
});

const named = (name: string) => (entity: StoredEntity) => [entity.document[name]];

/** Fields that every site has. */
export const systemFields: readonly JqlField[] = [
  entityField({
    name: 'project',
    aliases: ['space'],
    storage: column('project_id', false),
    resolve: entityResolver('project', named('key')),
    canBeEmpty: false,
    accepts: 'project',
    javaType: 'com.atlassian.jira.project.Project',
    entity: 'project',
  }),
  keyField,
  entityField({
    name: 'status',
    storage: column('status_id', false),
    resolve: entityResolver('status'),
    canBeEmpty: false,
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
    canBeEmpty: false,
    accepts: 'issueType',
    javaType: 'com.atlassian.jira.issue.issuetype.IssueType',
    entity: 'issueType',
  }),
  entityField({
    name: 'resolution',
    storage: column('resolution_id'),
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

import { SITE_PROJECT_ID } from './catalog.ts';

/** Ids of the demo site's custom fields. Clients find them by schema; only the generator writes by id. */
export const FIELD = {
  team: 'customfield_10001',
  requestType: 'customfield_10010',
  epicName: 'customfield_10011',
  epicStatus: 'customfield_10012',
  epicColor: 'customfield_10013',
  epicLink: 'customfield_10014',
  startDate: 'customfield_10015',
  storyPointEstimate: 'customfield_10016',
  rank: 'customfield_10019',
  sprint: 'customfield_10020',
  flagged: 'customfield_10021',
  storyPoints: 'customfield_10026',
  firstResponse: 'customfield_10030',
  timeToResolution: 'customfield_10031',
  severity: 'customfield_10040',
  browsers: 'customfield_10041',
  customer: 'customfield_10042',
  qaContact: 'customfield_10043',
  targetDate: 'customfield_10044',
  businessValue: 'customfield_10045',
  workCategory: 'customfield_10046',
} as const;

const SYSTEM_TYPES = 'com.atlassian.jira.plugin.system.customfieldtypes:';
const AGILE = 'com.pyxis.greenhopper.jira:';

type Schema = Record<string, unknown>;
type FieldDocument = { id: string; name: string } & Record<string, unknown>;

/** id, name, names in queries, type (and items), navigable. */
const SYSTEM: readonly (readonly [string, string, string, string])[] = [
  ['summary', 'Summary', 'summary', 'string'],
  ['status', 'Status', 'status', 'status'],
  ['statusCategory', 'Status Category', 'statusCategory', 'statusCategory'],
  ['issuetype', 'Issue Type', 'issuetype,type', 'issuetype'],
  ['project', 'Project', 'project', 'project'],
  ['parent', 'Parent', 'parent', 'issuelink'],
  ['priority', 'Priority', 'priority', 'priority'],
  ['resolution', 'Resolution', 'resolution', 'resolution'],
  ['assignee', 'Assignee', 'assignee', 'user'],
  ['reporter', 'Reporter', 'reporter', 'user'],
  ['creator', 'Creator', 'creator', 'user'],
  ['created', 'Created', 'created,createdDate', 'datetime'],
  ['updated', 'Updated', 'updated,updatedDate', 'datetime'],
  ['resolutiondate', 'Resolved', 'resolutiondate,resolved', 'datetime'],
  ['statuscategorychangedate', 'Status Category Changed', 'statusCategoryChangedDate', 'datetime'],
  ['lastViewed', 'Last Viewed', 'lastViewed', 'datetime'],
  ['duedate', 'Due date', 'due,duedate', 'date'],
  ['labels', 'Labels', 'labels', 'array/string'],
  ['components', 'Components', 'component', 'array/component'],
  ['fixVersions', 'Fix versions', 'fixVersion', 'array/version'],
  ['versions', 'Affects versions', 'affectedVersion', 'array/version'],
  ['description', 'Description', 'description', 'string'],
  ['environment', 'Environment', 'environment', 'string'],
  ['comment', 'Comment', 'comment', 'comments-page'],
  ['attachment', 'Attachment', 'attachments', 'array/attachment'],
  ['issuelinks', 'Linked Issues', 'issueLink', 'array/issuelinks'],
  ['subtasks', 'Sub-tasks', 'subtasks', 'array/issuelinks'],
  ['worklog', 'Log Work', '', 'array/worklog'],
  ['timetracking', 'Time tracking', '', 'timetracking'],
  ['timespent', 'Time Spent', 'timespent', 'number'],
  ['timeestimate', 'Remaining Estimate', 'remainingEstimate,timeestimate', 'number'],
  ['timeoriginalestimate', 'Original estimate', 'originalEstimate,timeoriginalestimate', 'number'],
  ['aggregatetimespent', 'Σ Time Spent', '', 'number'],
  ['aggregatetimeestimate', 'Σ Remaining Estimate', '', 'number'],
  ['aggregatetimeoriginalestimate', 'Σ Original Estimate', '', 'number'],
  ['progress', 'Progress', 'progress', 'progress'],
  ['aggregateprogress', 'Σ Progress', '', 'progress'],
  ['workratio', 'Work Ratio', 'workratio', 'number'],
  ['votes', 'Votes', 'votes', 'votes'],
  ['watches', 'Watchers', 'watchers', 'watches'],
  ['security', 'Security Level', 'level', 'securitylevel'],
];

function system([id, name, clauses, type]: (typeof SYSTEM)[number]): FieldDocument {
  const [kind, items] = type.split('/');
  const clauseNames = clauses ? clauses.split(',') : [];
  const schema: Schema = { type: kind, ...(items && { items }), system: id };
  return {
    id,
    key: id,
    name,
    custom: false,
    orderable: clauseNames.length > 0,
    navigable: true,
    searchable: clauseNames.length > 0,
    clauseNames,
    schema,
  };
}

function custom(
  id: string,
  name: string,
  type: string,
  customType: string,
  queryType?: string,
): FieldDocument {
  const [kind, items] = type.split('/');
  const number = Number(id.slice('customfield_'.length));
  return {
    id,
    key: id,
    name,
    untranslatedName: name,
    custom: true,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: [`cf[${number}]`, name, ...(queryType ? [`${name}[${queryType}]`] : [])],
    schema: { type: kind, ...(items && { items }), custom: customType, customId: number },
  };
}

/** The field list of the site, as `GET field` gives it. */
export function fieldDocuments(): FieldDocument[] {
  const sla = ['sd-servicelevelagreement', 'com.atlassian.servicedesk:sd-sla-field'] as const;
  const estimate = custom(
    FIELD.storyPointEstimate,
    'Story point estimate',
    'number',
    `${AGILE}jsw-story-points`,
  );
  estimate.scope = { type: 'PROJECT', project: { id: SITE_PROJECT_ID } };
  return [
    {
      id: 'issuekey',
      key: 'issuekey',
      name: 'Key',
      custom: false,
      orderable: false,
      navigable: true,
      searchable: false,
      clauseNames: ['id', 'issue', 'issuekey', 'key'],
    },
    ...SYSTEM.map(system),
    custom(FIELD.team, 'Team', 'team', `${SYSTEM_TYPES}atlassian-team`, 'Team'),
    custom(
      FIELD.requestType,
      'Request Type',
      'sd-customerrequesttype',
      'com.atlassian.servicedesk:vp-origin',
    ),
    custom(FIELD.epicName, 'Epic Name', 'string', `${AGILE}gh-epic-label`),
    custom(FIELD.epicStatus, 'Epic Status', 'option', `${AGILE}gh-epic-status`),
    custom(FIELD.epicColor, 'Epic Color', 'string', `${AGILE}gh-epic-color`),
    custom(FIELD.epicLink, 'Epic Link', 'any', `${AGILE}gh-epic-link`),
    custom(FIELD.startDate, 'Start date', 'date', `${SYSTEM_TYPES}datepicker`, 'Date'),
    estimate,
    custom(FIELD.rank, 'Rank', 'any', `${AGILE}gh-lexo-rank`),
    custom(FIELD.sprint, 'Sprint', 'array/json', `${AGILE}gh-sprint`),
    custom(
      FIELD.flagged,
      'Flagged',
      'array/option',
      `${SYSTEM_TYPES}multicheckboxes`,
      'Checkboxes',
    ),
    custom(FIELD.storyPoints, 'Story Points', 'number', `${SYSTEM_TYPES}float`, 'Number'),
    custom(FIELD.firstResponse, 'Time to first response', ...sla),
    custom(FIELD.timeToResolution, 'Time to resolution', ...sla),
    custom(FIELD.severity, 'Severity', 'option', `${SYSTEM_TYPES}select`, 'Dropdown'),
    custom(
      FIELD.browsers,
      'Browsers',
      'array/option',
      `${SYSTEM_TYPES}multiselect`,
      'Multi-select',
    ),
    custom(FIELD.customer, 'Customer', 'string', `${SYSTEM_TYPES}textfield`, 'Short text'),
    custom(FIELD.qaContact, 'QA contact', 'user', `${SYSTEM_TYPES}userpicker`, 'User Picker'),
    custom(FIELD.targetDate, 'Target date', 'date', `${SYSTEM_TYPES}datepicker`, 'Date'),
    custom(FIELD.businessValue, 'Business value', 'number', `${SYSTEM_TYPES}float`, 'Number'),
    custom(FIELD.workCategory, 'Work category', 'option', `${SYSTEM_TYPES}select`, 'Dropdown'),
  ];
}

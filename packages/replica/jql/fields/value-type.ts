/** Java types of values in autocomplete data. */
export const JAVA_TYPES = {
  attachment: 'com.atlassian.jira.issue.attachment.Attachment',
  cascade: 'com.atlassian.jira.issue.customfields.option.Option',
  component: 'com.atlassian.jira.bc.project.component.ProjectComponent',
  date: 'java.util.Date',
  group: 'com.atlassian.crowd.embedded.api.Group',
  integer: 'java.lang.Integer',
  issue: 'com.atlassian.jira.issue.Issue',
  issueType: 'com.atlassian.jira.issue.issuetype.IssueType',
  label: 'com.atlassian.jira.issue.label.Label',
  level: 'com.atlassian.jira.issue.security.IssueSecurityLevel',
  linkType: 'com.atlassian.jira.issue.link.IssueLinkType',
  long: 'java.lang.Long',
  number: 'java.lang.Number',
  option: 'com.atlassian.jira.issue.customfields.option.Option',
  priority: 'com.atlassian.jira.issue.priority.Priority',
  project: 'com.atlassian.jira.project.Project',
  projectCategory: 'com.atlassian.jira.project.ProjectCategory',
  projectType: 'com.atlassian.jira.project.type.ProjectTypeKey',
  rank: 'com.atlassian.greenhopper.customfield.lexorank.LexoRank',
  resolution: 'com.atlassian.jira.issue.resolution.Resolution',
  sla: 'com.atlassian.servicedesk.internal.sla.customfield.SLAValue',
  sprint: 'com.atlassian.greenhopper.service.sprint.Sprint',
  status: 'com.atlassian.jira.issue.status.Status',
  statusCategory: 'com.atlassian.jira.issue.status.category.StatusCategory',
  text: 'java.lang.String',
  user: 'com.atlassian.jira.user.ApplicationUser',
  version: 'com.atlassian.jira.project.version.Version',
} as const;

/** The type of a field's values. A field accepts the functions of its type. */
export type ValueType = keyof typeof JAVA_TYPES;

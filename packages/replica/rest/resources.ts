/** Jira's REST resources: each export registers the routes of one. */

export { board } from './agile/board.ts';
export { boardIssue } from './agile/board-issue.ts';
export { agileIssue } from './agile/issue.ts';
export { sprint } from './agile/sprint.ts';
export { changelog } from './platform/changelog.ts';
export { comment } from './platform/comment.ts';
export { dashboard } from './platform/dashboard.ts';
export { entityLists } from './platform/entity-lists.ts';
export { field } from './platform/field.ts';
export { filter } from './platform/filter.ts';
export { issue } from './platform/issue.ts';
export { issueEdit } from './platform/issue-edit.ts';
export { issueMeta } from './platform/issue-meta.ts';
export { jql } from './platform/jql.ts';
export { permissions } from './platform/permissions.ts';
export { project } from './platform/project.ts';
export { addonProperties, dashboardItemProperties } from './platform/properties.ts';
export { schemes } from './platform/schemes.ts';
export { search } from './platform/search.ts';
export { site } from './platform/site.ts';
export { user } from './platform/user.ts';
export { version } from './platform/version.ts';
export { worklog } from './platform/worklog.ts';

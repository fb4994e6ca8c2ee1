/** Ids identify issues, sprints, users and statuses; keys and names change. A brand prevents mixing kinds of ids. */
declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

export type IssueId = Branded<string, 'IssueId'>;
export type IssueKey = Branded<string, 'IssueKey'>;
export type ProjectId = Branded<string, 'ProjectId'>;
export type StatusId = Branded<string, 'StatusId'>;
export type FieldId = Branded<string, 'FieldId'>;
export type VersionId = Branded<string, 'VersionId'>;
export type FilterId = Branded<string, 'FilterId'>;
/** accountId on Cloud, user key (else name) on Data Center. */
export type UserId = Branded<string, 'UserId'>;
/** Sprint and board ids are numbers on the wire. */
export type SprintId = Branded<number, 'SprintId'>;
export type BoardId = Branded<number, 'BoardId'>;

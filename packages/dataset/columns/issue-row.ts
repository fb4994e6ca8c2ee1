import type { ChangeField } from '@tallyboard/core/model/change.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { IssueColumns } from './issue-columns.ts';

/** An issue that reads its members from columns: lists and changes are made at each reading. */
export class IssueRow implements Issue {
  readonly columns: IssueColumns;
  readonly row: number;

  constructor(columns: IssueColumns, row: number) {
    this.columns = columns;
    this.row = row;
  }

  get idNumber() {
    return this.columns.ids.at(this.row);
  }
  get id() {
    return this.columns.members.id(this.row);
  }
  get key() {
    return this.columns.members.key(this.row);
  }
  get summary() {
    return this.columns.members.summary(this.row);
  }
  get project() {
    return this.columns.members.project(this.row);
  }
  get type() {
    return this.columns.members.type(this.row);
  }
  get status() {
    return this.columns.members.status(this.row);
  }
  get priority() {
    return this.columns.members.priority(this.row);
  }
  get resolution() {
    return this.columns.members.resolution(this.row);
  }
  get assignee() {
    return this.columns.members.assignee(this.row);
  }
  get reporter() {
    return this.columns.members.reporter(this.row);
  }
  get creator() {
    return this.columns.members.creator(this.row);
  }
  get created() {
    return this.columns.members.created(this.row);
  }
  get updated() {
    return this.columns.members.updated(this.row);
  }
  get resolved() {
    return this.columns.members.resolved(this.row);
  }
  get statusCategoryChanged() {
    return this.columns.members.statusCategoryChanged(this.row);
  }
  get due() {
    return this.columns.members.due(this.row);
  }
  get labels() {
    return this.columns.members.labels(this.row);
  }
  get components() {
    return this.columns.members.components(this.row);
  }
  get fixVersions() {
    return this.columns.members.fixVersions(this.row);
  }
  get sprints() {
    return this.columns.members.sprints(this.row);
  }
  get parent() {
    return this.columns.members.parent(this.row);
  }
  get epic() {
    return this.columns.members.epic(this.row);
  }
  get otherParent() {
    return this.columns.members.otherParent(this.row);
  }
  get epicName() {
    return this.columns.members.epicName(this.row);
  }
  get team() {
    return this.columns.members.team(this.row);
  }
  get flagged() {
    return this.columns.members.flagged(this.row);
  }
  get links() {
    return this.columns.members.links(this.row);
  }
  get points() {
    return this.columns.members.points(this.row);
  }
  get bothPoints() {
    return this.columns.members.bothPoints(this.row);
  }
  get spentSeconds() {
    return this.columns.members.spentSeconds(this.row);
  }
  get remainingSeconds() {
    return this.columns.members.remainingSeconds(this.row);
  }
  get originalSeconds() {
    return this.columns.members.originalSeconds(this.row);
  }
  get votes() {
    return this.columns.members.votes(this.row);
  }
  get watches() {
    return this.columns.members.watches(this.row);
  }
  get progress() {
    return this.columns.members.progress(this.row);
  }
  get sumProgress() {
    return this.columns.members.sumProgress(this.row);
  }
  get requestType() {
    return this.columns.members.requestType(this.row);
  }
  get organizations() {
    return this.columns.members.organizations(this.row);
  }
  get satisfaction() {
    return this.columns.members.satisfaction(this.row);
  }
  get slas() {
    return this.columns.members.slas(this.row);
  }
  get custom() {
    return this.columns.members.custom(this.row);
  }
  get changes() {
    return this.columns.members.changes(this.row);
  }
  changesOf(field: ChangeField) {
    return this.columns.changes.ofField(this.row, field);
  }
  hasChangeWithin(interval: Interval) {
    return this.columns.changes.hasWithin(this.row, interval);
  }
  get historyComplete() {
    return this.columns.members.historyComplete(this.row);
  }
  get worklogs() {
    return this.columns.members.worklogs(this.row);
  }
  get worklogsComplete() {
    return this.columns.members.worklogsComplete(this.row);
  }

  plain(): Issue {
    const members = Object.entries(this.columns.members).map(([name, read]) => [
      name,
      read(this.row),
    ]);
    return Object.fromEntries(members);
  }
}

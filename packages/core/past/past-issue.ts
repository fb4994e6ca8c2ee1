import { slaAt } from '../measure/sla.ts';
import type { Change, ChangeField } from '../model/change.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { FieldId } from '../model/ids.ts';
import { type Issue, type IssueLink, loggedAt, type Sla, type Version } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Instant } from '../time/units.ts';

/** What the issues of a past instant share. */
export interface PastView {
  readonly at: Instant;
  /** The changes that stay in the issues. */
  readonly history: ReadonlySet<ChangeField>;
  readonly sprintAt: (sprint: Sprint) => Sprint;
  readonly versionAt: (version: Version) => Version;
  /** Without links to issues that did not exist. */
  readonly linksAt: (links: readonly IssueLink[]) => readonly IssueLink[];
}

/** An issue as it was, which reads from the issue of today: copies of a million issues would take gigabytes. */
export class PastIssue implements Issue {
  readonly #today: Issue;
  /** Members with other values than today. */
  readonly #then: Partial<Issue>;
  readonly #view: PastView;

  constructor(today: Issue, then: Partial<Issue>, view: PastView) {
    this.#today = today;
    this.#then = then;
    this.#view = view;
  }

  get id() {
    return this.#today.id;
  }
  get key() {
    return this.#today.key;
  }
  get summary() {
    return this.#today.summary;
  }
  get project() {
    return this.#then.project ?? this.#today.project;
  }
  get type() {
    return this.#then.type ?? this.#today.type;
  }
  get status() {
    return this.#then.status ?? this.#today.status;
  }
  get priority() {
    const { priority } = this.#then;
    return priority === undefined ? this.#today.priority : priority;
  }
  get resolution() {
    const { resolution } = this.#then;
    return resolution === undefined ? this.#today.resolution : resolution;
  }
  get assignee() {
    const { assignee } = this.#then;
    return assignee === undefined ? this.#today.assignee : assignee;
  }
  get reporter() {
    return this.#today.reporter;
  }
  get creator() {
    return this.#today.creator;
  }
  get created() {
    return this.#today.created;
  }
  get updated() {
    return this.#then.updated ?? this.#today.updated;
  }
  get resolved() {
    const { resolved } = this.#then;
    return resolved === undefined ? this.#today.resolved : resolved;
  }
  get statusCategoryChanged() {
    return this.#then.statusCategoryChanged ?? this.#today.statusCategoryChanged;
  }
  get due() {
    const { due } = this.#then;
    return due === undefined ? this.#today.due : due;
  }
  get labels() {
    return this.#then.labels ?? this.#today.labels;
  }
  get components() {
    return this.#then.components ?? this.#today.components;
  }
  get fixVersions() {
    return (this.#then.fixVersions ?? this.#today.fixVersions).map(this.#view.versionAt);
  }
  get sprints() {
    return (this.#then.sprints ?? this.#today.sprints).map(this.#view.sprintAt);
  }
  get parent() {
    const { parent } = this.#then;
    return parent === undefined ? this.#today.parent : parent;
  }
  get epic() {
    const { epic } = this.#then;
    return epic === undefined ? this.#today.epic : epic;
  }
  get otherParent() {
    const { otherParent } = this.#then;
    return otherParent === undefined ? this.#today.otherParent : otherParent;
  }
  get epicName() {
    return this.#today.epicName;
  }
  get team() {
    return this.#today.team;
  }
  get flagged() {
    return this.#then.flagged ?? this.#today.flagged;
  }
  get links() {
    const links = this.#then.links ?? this.#today.links;
    return links.length === 0 ? links : this.#view.linksAt(links);
  }
  get points() {
    const { points } = this.#then;
    return points === undefined ? this.#today.points : points;
  }
  get bothPoints() {
    return this.#then.bothPoints ?? this.#today.bothPoints;
  }
  get spentSeconds() {
    const { spentSeconds } = this.#then;
    return spentSeconds === undefined ? this.#today.spentSeconds : spentSeconds;
  }
  get remainingSeconds() {
    const { remainingSeconds } = this.#then;
    return remainingSeconds === undefined ? this.#today.remainingSeconds : remainingSeconds;
  }
  get originalSeconds() {
    const { originalSeconds } = this.#then;
    return originalSeconds === undefined ? this.#today.originalSeconds : originalSeconds;
  }
  get votes() {
    return this.#today.votes;
  }
  get watches() {
    return this.#today.watches;
  }
  get progress() {
    return this.#today.progress;
  }
  get sumProgress() {
    return this.#today.sumProgress;
  }
  get slas() {
    const { slas } = this.#today;
    const { at } = this.#view;
    return slas.size === 0 ? slas : slasAt(slas, at, this.#today.updated <= at);
  }
  get requestType() {
    return this.#today.requestType;
  }
  get organizations() {
    return this.#today.organizations;
  }
  get satisfaction() {
    return this.#today.satisfaction;
  }
  get custom() {
    return this.#then.custom ?? this.#today.custom;
  }
  get changes() {
    const { at: t, history } = this.#view;
    return until(this.#today.changes, ({ at, field }: Change) => at <= t && history.has(field));
  }
  get historyComplete() {
    return this.#view.history.size > 0 && this.#today.historyComplete;
  }
  get worklogs() {
    const { at } = this.#view;
    return until(this.#today.worklogs, worklog => loggedAt(worklog) <= at);
  }
  get worklogsComplete() {
    return this.#today.worklogsComplete;
  }

  plain(): Issue {
    const { fixVersions, sprints, links, slas, changes, historyComplete, worklogs } = this;
    const lists = { fixVersions, sprints, links, slas, changes, historyComplete, worklogs };
    return copyIssue(this.#today, { ...this.#then, ...lists });
  }
}

function slasAt(slas: Issue['slas'], at: Instant, isUnchanged: boolean): Issue['slas'] {
  const then = new Map<FieldId, Sla>();
  for (const [id, sla] of slas) {
    const past = slaAt(sla, at, isUnchanged);
    if (past) then.set(id, past);
  }
  return then;
}

/** The items that pass; the same array if all do. */
function until<Item>(items: readonly Item[], passes: (item: Item) => boolean): readonly Item[] {
  return items.every(passes) ? items : items.filter(passes);
}

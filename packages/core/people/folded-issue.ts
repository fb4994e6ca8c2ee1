import { changesOf } from '../history/field-changes.ts';
import type { Change, ChangeField, FieldChanges } from '../model/change.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { FieldId, UserId } from '../model/ids.ts';
import type { CustomValue, Issue } from '../model/issue.ts';
import type { User } from '../model/user.ts';
import type { Interval } from '../time/interval.ts';
import { originalOf } from './folded-user.ts';

export type PersonRole = 'assignee' | 'reporter' | 'creator' | 'author';

export interface RoleFold {
  readonly id: UserId;
  /** Of all people of the dataset in this role. */
  readonly name: string;
  readonly user: (user: User | null) => User | null;
  /** Whether an issue without a person is in the group too. */
  readonly withNobody: boolean;
}

export interface CustomFold {
  readonly label: string;
  readonly value: (value: CustomValue) => CustomValue;
}

/** What the folded issues of a dataset share. */
export interface FoldView {
  readonly folds: Readonly<Record<PersonRole, RoleFold>>;
  readonly customs: ReadonlyMap<FieldId, CustomFold>;
  /** By the name of the field in lower case: histories may lack its id. */
  readonly namedCustoms: ReadonlyMap<string, CustomFold>;
  readonly isOwn: (id: string | null) => boolean;
}

/** An issue without names, which reads from the whole one: copies of a million issues would take gigabytes. */
export class FoldedIssue implements Issue {
  readonly #issue: Issue;
  readonly #view: FoldView;

  constructor(issue: Issue, view: FoldView) {
    this.#issue = issue;
    this.#view = view;
  }

  /** The whole issue, for counts such as handoffs, in which people count but are not shown. */
  static original(issue: Issue): Issue {
    return #issue in issue ? issue.#issue : issue;
  }

  get assignee() {
    return this.#view.folds.assignee.user(this.#issue.assignee);
  }
  get reporter() {
    return this.#view.folds.reporter.user(this.#issue.reporter);
  }
  get creator() {
    return this.#view.folds.creator.user(this.#issue.creator);
  }
  get custom() {
    const { customs } = this.#view;
    const { custom } = this.#issue;
    if (customs.size === 0 || custom.size === 0) return custom;
    return new Map(
      [...custom].map(([id, value]) => [id, customs.get(id)?.value(value) ?? value] as const),
    );
  }
  get changes() {
    return this.#issue.changes.map(change => foldedChange(change, this.#view));
  }
  get worklogs() {
    const { user } = this.#view.folds.author;
    return this.#issue.worklogs.map(worklog => ({ ...worklog, author: user(worklog.author) }));
  }
  get id() {
    return this.#issue.id;
  }
  get key() {
    return this.#issue.key;
  }
  get summary() {
    return this.#issue.summary;
  }
  get project() {
    return this.#issue.project;
  }
  get type() {
    return this.#issue.type;
  }
  get status() {
    return this.#issue.status;
  }
  get priority() {
    return this.#issue.priority;
  }
  get resolution() {
    return this.#issue.resolution;
  }
  get created() {
    return this.#issue.created;
  }
  get updated() {
    return this.#issue.updated;
  }
  get resolved() {
    return this.#issue.resolved;
  }
  get statusCategoryChanged() {
    return this.#issue.statusCategoryChanged;
  }
  get due() {
    return this.#issue.due;
  }
  get labels() {
    return this.#issue.labels;
  }
  get components() {
    return this.#issue.components;
  }
  get fixVersions() {
    return this.#issue.fixVersions;
  }
  get sprints() {
    return this.#issue.sprints;
  }
  get parent() {
    return this.#issue.parent;
  }
  get epic() {
    return this.#issue.epic;
  }
  get otherParent() {
    return this.#issue.otherParent;
  }
  get epicName() {
    return this.#issue.epicName;
  }
  get team() {
    return this.#issue.team;
  }
  get flagged() {
    return this.#issue.flagged;
  }
  get links() {
    return this.#issue.links;
  }
  get points() {
    return this.#issue.points;
  }
  get bothPoints() {
    return this.#issue.bothPoints;
  }
  get spentSeconds() {
    return this.#issue.spentSeconds;
  }
  get remainingSeconds() {
    return this.#issue.remainingSeconds;
  }
  get originalSeconds() {
    return this.#issue.originalSeconds;
  }
  get votes() {
    return this.#issue.votes;
  }
  get watches() {
    return this.#issue.watches;
  }
  get progress() {
    return this.#issue.progress;
  }
  get sumProgress() {
    return this.#issue.sumProgress;
  }
  get slas() {
    return this.#issue.slas;
  }
  get requestType() {
    return this.#issue.requestType;
  }
  get organizations() {
    return this.#issue.organizations;
  }
  get satisfaction() {
    return this.#issue.satisfaction;
  }
  get historyComplete() {
    return this.#issue.historyComplete;
  }
  get worklogsComplete() {
    return this.#issue.worklogsComplete;
  }

  changesOf(field: ChangeField): FieldChanges {
    return new FoldedChanges(changesOf(this.#issue, field), field, this.#view);
  }
  hasChangeWithin(interval: Interval): boolean {
    const { from, to } = interval;
    const isWithin = this.#issue.hasChangeWithin?.(interval);
    return isWithin ?? this.#issue.changes.some(({ at }) => at > from && at <= to);
  }
  plain(): Issue {
    const { assignee, reporter, creator, custom, changes, worklogs } = this;
    return copyIssue(this.#issue, { assignee, reporter, creator, custom, changes, worklogs });
  }
}

/** An id of the history of assignees, and its name. */
function assigneeIn(id: string | null, text: string | null, { folds, isOwn }: FoldView) {
  const { assignee } = folds;
  if (id ? isOwn(id) : !assignee.withNobody) return { id, text };
  return { id: assignee.id, text: assignee.name };
}

const authorIn = (author: User | null, { isOwn }: FoldView): User | null =>
  author && isOwn(originalOf(author).id) ? originalOf(author) : null;

/** Fields of people besides the assignee, by the names that histories have. */
const isPersonField = ({ fieldId, fieldName }: Change, { customs }: FoldView): boolean =>
  (fieldId !== null && customs.has(fieldId)) || /^(reporter|creator)$/i.test(fieldId ?? fieldName);

const customFoldOf = ({ fieldId, fieldName }: Change, { customs, namedCustoms }: FoldView) =>
  fieldId === null ? namedCustoms.get(fieldName.toLowerCase()) : customs.get(fieldId);

/** The value of a field of people as histories list it. */
function peopleText(names: string | null, { value }: CustomFold): string | null {
  const folded = value(names ? names.split(/,\s*/) : null);
  return typeof folded === 'object' && folded !== null ? folded.join(', ') : String(folded ?? '');
}

function foldedChange(change: Change, view: FoldView): Change {
  const { historyId, at, field, fieldId, fieldName } = change;
  // Of columns the members are computed: a spread would leave them out.
  const head = {
    ...(historyId !== undefined && { historyId }),
    at,
    author: authorIn(change.author, view),
    field,
    fieldId,
    fieldName,
  };
  if (field === 'assignee') {
    const from = assigneeIn(change.from, change.fromText, view);
    const to = assigneeIn(change.to, change.toText, view);
    return { ...head, from: from.id, fromText: from.text, to: to.id, toText: to.text };
  }
  if (field === 'other' && isPersonField(change, view))
    return { ...head, from: null, fromText: null, to: null, toText: null };
  const { from, fromText, to, toText } = change;
  const people = field === 'custom' ? customFoldOf(change, view) : undefined;
  if (people) {
    const text = (names: string | null) => peopleText(names, people);
    return { ...head, from: null, fromText: text(fromText), to: null, toText: text(toText) };
  }
  return { ...head, from, fromText, to, toText };
}

class FoldedChanges implements FieldChanges {
  readonly #changes: FieldChanges;
  readonly #isAssignee: boolean;
  readonly #view: FoldView;

  constructor(changes: FieldChanges, field: ChangeField, view: FoldView) {
    this.#changes = changes;
    this.#isAssignee = field === 'assignee';
    this.#view = view;
  }

  get original() {
    return this.#changes;
  }
  get length() {
    return this.#changes.length;
  }
  at(index: number) {
    return this.#changes.at(index);
  }
  from(index: number) {
    return this.#isAssignee ? this.#fromAt(index).id : this.#changes.from(index);
  }
  fromText(index: number) {
    return this.#isAssignee ? this.#fromAt(index).text : this.#changes.fromText(index);
  }
  to(index: number) {
    return this.#isAssignee ? this.#toAt(index).id : this.#changes.to(index);
  }
  toText(index: number) {
    return this.#isAssignee ? this.#toAt(index).text : this.#changes.toText(index);
  }
  author(index: number) {
    return authorIn(this.#changes.author(index), this.#view);
  }

  #fromAt(index: number) {
    const changes = this.#changes;
    return assigneeIn(changes.from(index), changes.fromText(index), this.#view);
  }
  #toAt(index: number) {
    const changes = this.#changes;
    return assigneeIn(changes.to(index), changes.toText(index), this.#view);
  }
}

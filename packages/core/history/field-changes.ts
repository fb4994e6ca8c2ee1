import type { Change, ChangeField, FieldChanges } from '../model/change.ts';
import type { Issue } from '../model/issue.ts';

/** The changes of a field; where they come as columns, without an object for each. */
export const changesOf = (issue: Issue, field: ChangeField): FieldChanges =>
  issue.changesOf?.(field) ?? new ListedChanges(issue.changes.filter(each => each.field === field));

class ListedChanges implements FieldChanges {
  readonly #changes: readonly Change[];

  constructor(changes: readonly Change[]) {
    this.#changes = changes;
  }

  get length() {
    return this.#changes.length;
  }
  at(index: number) {
    return this.#change(index).at;
  }
  from(index: number) {
    return this.#change(index).from;
  }
  fromText(index: number) {
    return this.#change(index).fromText;
  }
  to(index: number) {
    return this.#change(index).to;
  }
  toText(index: number) {
    return this.#change(index).toText;
  }
  author(index: number) {
    return this.#change(index).author;
  }

  #change(index: number): Change {
    return this.#changes[index]!;
  }
}

import { type RawBuilder, sql } from 'kysely';
import { isUnrestricted } from '../../data/access/reader.ts';
import { fold, parseWordQuery } from '../../data/words.ts';
import {
  allOf,
  anyOf,
  bound,
  type Condition,
  isOneOf,
  type JqlContext,
  type KnownIssue,
  not,
  wrongQuery,
  wrongValue,
} from '../context.ts';
import { isSubtask } from '../functions/entity-functions.ts';
import { MAX_WORDS, tooComplex } from '../limits.ts';
import { type FlatOperand, flatten } from '../operands.ts';
import type { Terminal, ValueOperand } from '../tree.ts';
import { type JqlField, negative, operators } from './field.ts';
import { comparisonOf, setTest } from './set-test.ts';
import { type Comparison, column } from './storage.ts';

/** Null after reporting an error. */
function issueNamed(context: JqlContext, { text }: ValueOperand, field: string): KnownIssue | null {
  const known = context.issues.get(text.toUpperCase());
  if (known) return known;
  const message = /^\d+$/.test(text)
    ? `A value with ID '${text}' does not exist for the field '${field}'.`
    : /^[a-z][a-z0-9_]*-\d+$/i.test(text)
      ? `An issue with key '${text}' does not exist for field '${field}'.`
      : `The issue key '${text}' for field '${field}' is invalid.`;
  wrongValue(context, message);
  return null;
}

/** `key < ABC-5` compares numbers within a project. */
function keyComparison(
  context: JqlContext,
  comparison: Comparison,
  value: ValueOperand,
  field: string,
): Condition {
  const parts = /^([a-z][a-z0-9_]*)-(\d+)$/i.exec(value.text);
  const known = parts
    ? { projectKey: String(parts[1]).toUpperCase(), number: Number(parts[2]) }
    : issueNamed(context, value, field);
  if (!known) return anyOf([]);
  return sql<boolean>`(issues.project_key = ${known.projectKey} and issues.number ${sql.raw(comparison)} ${bound(known.number)})`;
}

export const keyField: JqlField = {
  name: 'issuekey',
  aliases: ['key', 'issue', 'id', 'workitem', 'workitemkey'],
  operators: operators.orderedWithoutEmpty,
  canBeEmpty: false,
  type: 'issue',
  sort: () => [sql.ref('issues.project_key'), sql.ref('issues.number')],
  test(context, terminal) {
    const comparison = comparisonOf(terminal.operator);
    const flat = flatten(context, this, terminal.field, terminal.operand);
    if (comparison) {
      return anyOf(
        flat.values.map(value => keyComparison(context, comparison, value, terminal.field)),
      );
    }
    const ids = flat.values.flatMap(value => issueNamed(context, value, terminal.field)?.id ?? []);
    const matches = flat.results.flatMap(result =>
      result.type === 'issues' ? result.condition : [],
    );
    if (ids.length > 0) matches.push(isOneOf(context, sql.ref('issues.id'), ids));
    return setTest(column('id', false), terminal.operator, flat, matches);
  },
};

/** The key of the parent, null if the viewer may not see it. */
function parentOf(context: JqlContext): RawBuilder<unknown> {
  const visible = context.visible('p');
  if (!visible) return sql.ref('issues.parent_key');
  return sql`(select p.key from issues p where p.key = issues.parent_key and ${visible})`;
}

function parentStorage(context: JqlContext) {
  const key = parentOf(context);
  return { empty: sql<boolean>`${key} is null`, notEmpty: sql<boolean>`${key} is not null` };
}

const isChildOf = (context: JqlContext, parent: Condition): Condition =>
  sql<boolean>`${parentOf(context)} in (select issues.key from issues where ${parent})`;

/** Children of the named issues and of those that functions return. */
function childrenOf(context: JqlContext, flat: FlatOperand, keys: readonly string[]): Condition[] {
  const matches = flat.results.flatMap(result =>
    result.type === 'issues' ? isChildOf(context, result.condition) : [],
  );
  return keys.length > 0 ? [...matches, isOneOf(context, parentOf(context), keys)] : matches;
}

function parentKeys(context: JqlContext, field: JqlField, terminal: Terminal) {
  const flat = flatten(context, field, terminal.field, terminal.operand);
  const keys = flat.values.flatMap(value => issueNamed(context, value, terminal.field)?.key ?? []);
  return { flat, matches: childrenOf(context, flat, keys) };
}

export const parentField: JqlField = {
  name: 'parent',
  operators: operators.equality,
  canBeEmpty: true,
  type: 'issue',
  sort: context => [parentOf(context)],
  test(context, terminal) {
    const { flat, matches } = parentKeys(context, this, terminal);
    // Unlike other fields, `parent != X` matches issues without a parent.
    if (negative.has(terminal.operator) && !flat.empty) {
      return anyOf([parentStorage(context).empty, not(anyOf(matches))]);
    }
    return setTest(parentStorage(context), terminal.operator, flat, matches);
  },
};

/** An epic's children and their sub-tasks. */
export const parentEpicField: JqlField = {
  name: 'parentEpic',
  operators: operators.equalityWithoutEmpty,
  canBeEmpty: false,
  type: 'issue',
  sort: null,
  test(context, terminal) {
    const { flat, matches } = parentKeys(context, this, terminal);
    const child = anyOf(matches);
    const both = matches.length > 0 ? [anyOf([child, isChildOf(context, child)])] : [];
    return setTest(column('id', false), terminal.operator, flat, both);
  },
};

/** By key, id or the epic's name. */
export const epicLinkField: JqlField = {
  name: 'Epic Link',
  operators: operators.equality,
  canBeEmpty: true,
  type: 'issue',
  sort: context => [parentOf(context)],
  test(context, terminal) {
    const flat = flatten(context, this, terminal.field, terminal.operand);
    const known = (text: string) => context.issues.get(text.toUpperCase());
    const keys = flat.values.flatMap(({ text }) => known(text)?.key ?? []);
    const names = flat.values.flatMap(({ text }) => (known(text) ? [] : fold(text)));
    const matches = childrenOf(context, flat, keys);
    if (names.length > 0)
      matches.push(isChildOf(context, isOneOf(context, sql.ref('issues.summary_fold'), names)));
    const subtasks = context.catalogue
      .all('issueType')
      .filter(isSubtask)
      .map(type => type.id);
    const standard =
      subtasks.length > 0
        ? sql<boolean>`(issues.type_id is null or not (${isOneOf(context, sql.ref('issues.type_id'), subtasks)}))`
        : sql<boolean>`1 = 1`;
    const { empty, notEmpty } = parentStorage(context);
    const storage = {
      empty: anyOf([empty, not(standard)]),
      notEmpty: allOf([notEmpty, standard]),
    };
    const positive = matches.length > 0 ? [allOf([standard, anyOf(matches)])] : [];
    return setTest(storage, terminal.operator, flat, positive);
  },
};

/** Null after reporting an error. */
export function textQuery(context: JqlContext, value: ValueOperand, field: string) {
  const text = value.text.trim();
  if (text === '') {
    wrongQuery(context, `The field '${field}' does not support searching for an empty string.`);
    return null;
  }
  const leading = /^[*?]/.exec(text);
  if (leading) {
    wrongQuery(
      context,
      `The text query '${text}' for field '${field}' is not allowed to start with '${leading[0]}'.`,
    );
    return null;
  }
  const query = parseWordQuery(text);
  if (query && query.terms.flatMap(({ words }) => words).length > MAX_WORDS) throw tooComplex();
  if (!query) wrongQuery(context, `Unable to parse the text '${text}' for field '${field}'.`);
  return query;
}

interface TextFieldSpec extends Pick<JqlField, 'name' | 'aliases' | 'custom'> {
  /** Fields of `texts`; null: all but worklog comments. */
  texts: readonly string[] | null;
  canBeEmpty: boolean;
  sort?: JqlField['sort'];
}

export function textField(spec: TextFieldSpec): JqlField {
  const inField = spec.texts
    ? sql<boolean>`texts.field in (${sql.join([...spec.texts])})`
    : sql<boolean>`texts.field <> 'worklogComment'`;
  return {
    ...spec,
    operators: operators.text,
    type: 'text',
    sort: spec.sort ?? null,
    test(context, terminal) {
      const isSeen = sql<boolean>`${inField} and ${isUnrestricted(context, 'texts')}`;
      const some = sql<boolean>`exists (select 1 from texts where texts.issue_id = issues.id and ${isSeen})`;
      if (terminal.operator === 'is') return not(some);
      if (terminal.operator === 'is not') return some;
      const flat = flatten(context, this, terminal.field, terminal.operand);
      const matches = flat.values.flatMap(value => {
        const query = textQuery(context, value, terminal.field);
        if (!query) return [];
        return sql<boolean>`issues.id in (select texts.issue_id from texts where ${isSeen} and ${context.engine.wordsMatch(query)})`;
      });
      if (terminal.operator === '~') return anyOf(matches);
      return spec.canBeEmpty ? allOf([some, not(anyOf(matches))]) : not(anyOf(matches));
    },
  };
}

export const linkTypeField: JqlField = {
  name: 'issueLinkType',
  aliases: ['workitemlinktype', 'worklinktype'],
  operators: operators.equality,
  canBeEmpty: true,
  type: 'linkType',
  entity: 'linkType',
  sort: null,
  test(context, terminal) {
    const flat = flatten(context, this, terminal.field, terminal.operand);
    const types = context.catalogue.all('linkType');
    const visible = context.visible('o');
    const toVisible = visible
      ? sql<boolean>`l.other_key in (select o.key from issues o where ${visible})`
      : allOf([]);
    const matches = flat.values.flatMap(({ text }) => {
      const wanted = fold(text);
      const named = types.filter(type => fold(type.name) === wanted).map(type => type.id);
      const described = types
        .flatMap(type => [type.document.inward, type.document.outward])
        .filter(description => typeof description === 'string' && fold(description) === wanted)
        .map(String);
      if (named.length + described.length === 0) {
        wrongValue(
          context,
          `The value '${text}' does not exist for the field '${terminal.field}'.`,
        );
        return [];
      }
      const tests = [
        isOneOf(context, sql.ref('l.type_id'), named),
        isOneOf(context, sql.ref('l.description'), [...new Set(described)]),
      ];
      return sql<boolean>`issues.id in (select l.issue_id from issue_links l where ${allOf([anyOf(tests), toVisible])})`;
    });
    const some = sql<boolean>`exists (select 1 from issue_links l where l.issue_id = issues.id and ${toVisible})`;
    return setTest({ empty: not(some), notEmpty: some }, terminal.operator, flat, matches);
  },
};

import { parseTextQuery, sizeOf, TextQueryError } from '@tallyboard/database/text/text-query.ts';
import { fold, foldSummary, hasWords } from '@tallyboard/database/text/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { isShownText } from '../../data/access/hidden-issues.ts';
import { isUnrestricted } from '../../data/access/reader.ts';
import {
  allOf,
  anyOf,
  bound,
  type Condition,
  type JqlContext,
  type KnownIssue,
  never,
  not,
} from '../context.ts';
import { isSubtask } from '../functions/entity-functions.ts';
import { MAX_WORDS, tooComplex } from '../limits.ts';
import { type FlatOperand, flatten } from '../operands.ts';
import { unknownValue } from '../resolve.ts';
import type { Terminal } from '../tree.ts';
import { type JqlField, negative, operators } from './field.ts';
import { column, comparisonOf, setTest } from './storage.ts';

const ISSUE_KEY = /^([a-z][a-z0-9_]*)-(\d+)$/i;

/** Null after reporting an error. */
function issueNamed(context: JqlContext, text: string, field: string): KnownIssue | null {
  const known = context.issues.get(text.toUpperCase());
  if (known) return known;
  if (/^\d+$/.test(text)) return unknownValue(context, text, field, true);
  return context.wrongValue(
    ISSUE_KEY.test(text)
      ? `An issue with key '${text}' does not exist for field '${field}'.`
      : `The issue key '${text}' for field '${field}' is invalid.`,
  );
}

export const keyField: JqlField = {
  name: 'issuekey',
  aliases: ['key', 'issue', 'id', 'workitem', 'workitemkey'],
  operators: operators.orderedWithoutEmpty,
  canBeEmpty: false,
  type: 'issue',
  sort: () => [sql.ref('issues.project_key'), sql.ref('issues.number')],
  sortsNoNulls: true,
  test(context, terminal) {
    const { field, operator } = terminal;
    const flat = flatten(context, this, terminal);
    // `key < ABC-5` compares numbers within a project.
    if (comparisonOf(operator)) {
      const tests = flat.values.map(({ text }) => {
        const [, project, number] = ISSUE_KEY.exec(text) ?? [];
        const known = project
          ? { project_key: project.toUpperCase(), number: Number(number) }
          : issueNamed(context, text, field);
        if (!known) return never;
        return sql<boolean>`(issues.project_key = ${known.project_key} and issues.number ${sql.raw(operator)} ${bound(known.number)})`;
      });
      return anyOf(tests);
    }
    const ids = flat.values.flatMap(({ text }) => issueNamed(context, text, field)?.id ?? []);
    const matches = flat.results.flatMap(result =>
      result.type === 'issues' ? result.condition : [],
    );
    if (ids.length > 0) matches.push(context.isOneOf('issues.id', ids));
    return setTest(column('id', false)(context), operator, flat, matches);
  },
};

/** The key of the parent, null if the viewer may not see it. */
function parentOf(context: JqlContext): RawBuilder<unknown> {
  const visible = context.store.visible('p');
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
  return keys.length > 0 ? [...matches, context.isOneOf(parentOf(context), keys)] : matches;
}

function parentKeys(context: JqlContext, field: JqlField, terminal: Terminal) {
  const flat = flatten(context, field, terminal);
  const keys = flat.values.flatMap(
    ({ text }) => issueNamed(context, text, terminal.field)?.key ?? [],
  );
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
    return setTest(column('id', false)(context), terminal.operator, flat, both);
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
    const flat = flatten(context, this, terminal);
    const known = (text: string) => context.issues.get(text.toUpperCase());
    const keys = flat.values.flatMap(({ text }) => known(text)?.key ?? []);
    const names = flat.values.flatMap(({ text }) => (known(text) ? [] : foldSummary(text)));
    const matches = childrenOf(context, flat, keys);
    if (names.length > 0)
      matches.push(isChildOf(context, context.isOneOf('issues.summary_fold', names)));
    const types = context.catalogue.all('issueType').filter(isSubtask);
    const ofSubtask = context.isOneOf(
      'issues.type_id',
      types.map(({ id }) => id),
    );
    const standard = sql<boolean>`(issues.type_id is null or not (${ofSubtask}))`;
    const { empty, notEmpty } = parentStorage(context);
    const storage = {
      empty: anyOf([empty, not(standard)]),
      notEmpty: allOf([notEmpty, standard]),
    };
    const positive = matches.length > 0 ? [allOf([standard, anyOf(matches)])] : [];
    return setTest(storage, terminal.operator, flat, positive);
  },
};

/** A condition on a row of `texts`; null after reporting an error. */
export function wordsMatch(context: JqlContext, given: string, field: string): Condition | null {
  const text = given.trim();
  if (text === '')
    return context.wrongQuery(
      `The field '${field}' does not support searching for an empty string.`,
    );
  const unreadable = () =>
    context.wrongQuery(`Unable to parse the text '${text}' for field '${field}'.`);
  if (!hasWords(text) && !/^[*?]/.test(text)) return unreadable();
  try {
    const query = parseTextQuery(text);
    if (sizeOf(query) > MAX_WORDS) throw tooComplex();
    return context.store.engine.textMatch(query);
  } catch (error) {
    if (!(error instanceof TextQueryError)) throw error;
    if (error.wildcard === null) return unreadable();
    return context.wrongQuery(
      `The text query '${text}' for field '${field}' is not allowed to start with '${error.wildcard}'.`,
    );
  }
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
      const isSeen = allOf([
        inField,
        isUnrestricted(context.store, 'texts'),
        isShownText(context.store) ?? allOf([]),
      ]);
      const some = sql<boolean>`exists (select 1 from texts where texts.issue_id = issues.id and ${isSeen})`;
      if (terminal.operator === 'is') return not(some);
      if (terminal.operator === 'is not') return some;
      const flat = flatten(context, this, terminal);
      const matches = flat.values.flatMap(({ text }) => {
        const words = wordsMatch(context, text, terminal.field);
        if (!words) return [];
        return context.hasRow('texts', 'texts', sql`${isSeen} and ${words}`);
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
    const flat = flatten(context, this, terminal);
    const types = context.catalogue.all('linkType');
    const visible = context.store.visible('o');
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
      if (named.length + described.length === 0)
        return unknownValue(context, text, terminal.field) ?? [];
      const tests = [
        context.isOneOf('l.type_id', named),
        context.isOneOf('l.description', [...new Set(described)]),
      ];
      return context.hasRow('issue_links', 'l', allOf([anyOf(tests), toVisible]));
    });
    const some = sql<boolean>`exists (select 1 from issue_links l where l.issue_id = issues.id and ${toVisible})`;
    return setTest({ empty: not(some), notEmpty: some }, terminal.operator, flat, matches);
  },
};

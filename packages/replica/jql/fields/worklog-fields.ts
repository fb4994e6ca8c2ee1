import { sql } from 'kysely';
import { isUnrestricted } from '../../data/access/reader.ts';
import { endOf, startOf } from '../../data/zone.ts';
import { allOf, anyOf, type Condition, type JqlContext, not } from '../context.ts';
import { flatten, idsOf } from '../operands.ts';
import { resolve } from '../resolve.ts';
import type { Terminal } from '../tree.ts';
import { type JqlField, negative, operators } from './field.ts';
import { wordsMatch } from './issue-fields.ts';
import { datesOf } from './plain-fields.ts';
import { comparisonOf } from './storage.ts';

/** A test of one worklog entry `w`. */
type EntryTest = (context: JqlContext, field: JqlField, terminal: Terminal) => Condition;

type WorklogField = JqlField & { entryTest: EntryTest };

const byAuthor: EntryTest = (context, field, terminal) => {
  const flat = flatten(context, field, terminal);
  const named = flat.values.flatMap(({ text }) => resolve(context, 'user', text, terminal.field));
  const one = context.isOneOf('w.author', [...named, ...idsOf(flat.results)]);
  return negative.has(terminal.operator) ? not(one) : one;
};

/** Compared by day in the viewer's zone. */
const byDate: EntryTest = (context, field, terminal) => {
  const flat = flatten(context, field, terminal);
  const { zone } = context.clock;
  const days = datesOf(context, flat, terminal.field, true).map(({ at }) => ({
    start: startOf('day', at, zone),
    end: endOf('day', at, zone),
  }));
  const comparison = comparisonOf(terminal.operator);
  const tests = days.map(({ start, end }) => {
    if (comparison === null) return sql<boolean>`(w.started >= ${start} and w.started < ${end})`;
    // < and >= use the start of the day, <= and > its end.
    if (comparison === '<=') return sql<boolean>`w.started < ${end}`;
    if (comparison === '>') return sql<boolean>`w.started >= ${end}`;
    return sql<boolean>`w.started ${sql.raw(comparison)} ${start}`;
  });
  return negative.has(terminal.operator) ? not(anyOf(tests)) : anyOf(tests);
};

const byComment: EntryTest = (context, field, terminal) => {
  const flat = flatten(context, field, terminal);
  const tests = flat.values.flatMap(({ text }) => {
    const words = wordsMatch(context, text, terminal.field);
    if (!words) return [];
    return sql<boolean>`exists (select 1 from texts where texts.issue_id = w.issue_id and texts.field = 'worklogComment' and texts.part = w.id and ${words})`;
  });
  return terminal.operator === '!~' ? not(anyOf(tests)) : anyOf(tests);
};

const some = (context: JqlContext, test: Condition): Condition =>
  context.hasRow('worklogs', 'w', sql`${isUnrestricted(context.store, 'w')} and ${test}`);

/** Worklogs that an import did not have may be of any date: a query for them finds their issue as if it had none. */
const isPartlyReceived = sql<boolean>`(issues.worklog_total is null or issues.worklog_count < issues.worklog_total)`;

function worklogField(
  spec: Pick<JqlField, 'name' | 'type' | 'operators' | 'entity'>,
  entryTest: EntryTest,
): WorklogField {
  return {
    ...spec,
    canBeEmpty: spec.operators.includes('is'),
    sort: null,
    entryTest,
    test(context, terminal) {
      if (terminal.operator === 'is' || terminal.operand?.type === 'empty') {
        const any = some(context, sql<boolean>`1 = 1`);
        if (negative.has(terminal.operator)) return any;
        return spec.type === 'date' ? anyOf([not(any), isPartlyReceived]) : not(any);
      }
      return some(context, entryTest(context, this, terminal));
    },
  };
}

export const worklogFields = [
  worklogField(
    { name: 'worklogAuthor', type: 'user', entity: 'user', operators: operators.equality },
    byAuthor,
  ),
  worklogField({ name: 'worklogDate', type: 'date', operators: operators.ordered }, byDate),
  worklogField({ name: 'worklogComment', type: 'text', operators: ['~', '!~'] }, byComment),
];

const byName = new Map(worklogFields.map(field => [field.name.toLowerCase(), field]));

export function worklogFieldOf(terminal: Terminal) {
  const asksEmpty = terminal.operand?.type === 'empty' || terminal.operator.startsWith('is');
  return asksEmpty ? undefined : byName.get(terminal.field.toLowerCase());
}

/** ANDed worklog clauses must match the same entry. */
export function sameEntry(
  context: JqlContext,
  clauses: readonly { field: WorklogField; terminal: Terminal }[],
): Condition {
  const tests = clauses.map(({ field, terminal }) => field.entryTest(context, field, terminal));
  return some(context, allOf(tests));
}

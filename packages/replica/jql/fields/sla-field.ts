import { sql } from 'kysely';
import { allOf, anyOf, type Condition, type JqlContext } from '../context.ts';
import { parseDuration } from '../dates.ts';
import type { FunctionResult } from '../functions/function.ts';
import { flatten } from '../operands.ts';
import type { Terminal } from '../tree.ts';
import { type JqlField, operators } from './field.ts';
import { invalidDuration } from './plain-fields.ts';
import { type Comparison, comparisonOf, type Storage, setTest, values } from './storage.ts';

/** SLA fields support only functions, e.g. `= breached()` or `< remaining("2h")`. */
export function slaField(name: string, ids: readonly string[]): JqlField {
  const state = values(ids);
  const numbers = (part: string) =>
    values(
      ids.map(id => `${id}#${part}`),
      'number',
    );
  const breach = numbers('breach');
  const measures = { remaining: numbers('remaining'), elapsed: numbers('elapsed') } as const;

  function matching(
    context: JqlContext,
    result: FunctionResult,
    comparison: Comparison | null,
  ): Condition[] {
    if (result.type === 'sla') return [flagTest(context, state, breach, result.flag)];
    if (result.type !== 'slaTime' || comparison === null) return [];
    const seconds = parseDuration(result.text, 24, 7);
    if (seconds === null) return context.wrongQuery(invalidDuration(result.text, name)) ?? [];
    const limit = seconds * 1000;
    if (result.measure === 'elapsed') return [measures.elapsed(context).compare(comparison, limit)];
    return [remainingTest(context, comparison, limit)];
  }

  /**
   * Remaining is time of the calendar of the SLA: never more than Jira sent when it was read, nor than the time until the
   * breach, which has nights and weekends too. The smaller one counts.
   */
  function remainingTest(context: JqlContext, comparison: Comparison, limit: number): Condition {
    const { now } = context.clock;
    const until = breach(context);
    const left = measures.remaining(context);
    const isUntil = until.compare(comparison, now + limit);
    const isLeft = left.compare(comparison, limit);
    if (comparison.startsWith('<')) return anyOf([isUntil, isLeft]);
    return anyOf([
      allOf([isUntil, isLeft]),
      allOf([isUntil, left.empty]),
      allOf([until.empty, isLeft]),
    ]);
  }

  return {
    name,
    operators: operators.ordered,
    canBeEmpty: true,
    type: 'sla',
    custom: { ids, type: 'sla' },
    sort: context => [
      sql`coalesce(${breach(context).sort}, ${measures.remaining(context).sort} + 8640000000000000)`,
    ],
    test(context, terminal) {
      const flat = flatten(context, this, terminal);
      for (const { text } of flat.values)
        context.wrongQuery(
          `The value '${text}' is not supported by the '${terminal.field}' field.`,
        );
      const comparison = comparisonOf(terminal.operator);
      for (const result of flat.results)
        if ((result.type === 'slaTime') !== (comparison !== null))
          context.wrongQuery(unsupported(terminal, result));
      const matches = flat.results.flatMap(result => matching(context, result, comparison));
      return comparison
        ? anyOf(matches)
        : setTest(state(context), terminal.operator, flat, matches);
    },
  };
}

/** Durations are compared, states are not: https://confluence.atlassian.com/servicedesk025/reporting-on-slas-754977517.html */
function unsupported({ operator, field }: Terminal, result: FunctionResult): string {
  const [name, use] =
    result.type === 'slaTime'
      ? [result.measure, '<, <=, > or >=']
      : [result.type === 'sla' ? result.name : '', '= or !='];
  return `The operator '${operator}' is not supported by the function '${name}' for the field '${field}'. Use ${use}.`;
}

/** A running clock past its breach time is breached, whatever its stored flag. */
function flagTest(context: JqlContext, state: Storage, breach: Storage, flag: string): Condition {
  const stated = state(context).any([flag]);
  if (flag !== 'breached' && flag !== 'everbreached') return stated;
  return anyOf([stated, breach(context).compare('<', context.clock.now)]);
}

import { type JqlContext, wrongQuery } from './context.ts';
import type { JqlField } from './fields/field.ts';
import type { FunctionResult } from './functions/function.ts';
import { callFunction, functionNamed } from './functions/functions.ts';
import { describe, type Operand, type Terminal, type ValueOperand } from './tree.ts';

/** An operand with its functions called. */
export interface FlatOperand {
  values: ValueOperand[];
  results: FunctionResult[];
  empty: boolean;
}

const listOperators = new Set(['in', 'not in', 'was in', 'was not in']);

/** Reports Jira's error for a list in place of a single value and vice versa. */
export function checkShape(context: JqlContext, terminal: Terminal): boolean {
  const { operator, operand, field } = terminal;
  if (!operand) return true;
  const takesList = listOperators.has(operator);
  if (operand.type === 'function') {
    const called = functionNamed(operand.name);
    if (!called) return true;
    if (called.list && !takesList) {
      wrongQuery(
        context,
        `Operator '${operator}' does not support the list value '${describe(operand)}' for field '${field}'.`,
      );
      return false;
    }
    if (called.list || !takesList) return true;
  }
  if (takesList === (operand.type === 'list')) return true;
  if (operand.type === 'empty' && !takesList) return true;
  const shape = takesList ? 'non-list' : 'list';
  wrongQuery(
    context,
    `Operator '${operator}' does not support the ${shape} value '${describe(operand)}' for field '${field}'.`,
  );
  return false;
}

export function flatten(
  context: JqlContext,
  field: JqlField,
  name: string,
  operand: Operand | null,
): FlatOperand {
  const flat: FlatOperand = { values: [], results: [], empty: false };
  const seen = new Set<string>();
  const visit = (one: Operand) => {
    if (one.type === 'list') one.values.forEach(visit);
    else if (one.type === 'empty') flat.empty = true;
    else if (one.type === 'value') {
      if (!seen.has(one.text)) flat.values.push(one);
      seen.add(one.text);
    } else {
      const called = functionNamed(one.name);
      if (called && called.type !== field.type) {
        wrongQuery(
          context,
          `A value provided by the function '${called.name}' is invalid for the field '${name}'.`,
        );
        return;
      }
      const result = callFunction(context, one, name);
      if (result) flat.results.push(result);
    }
  };
  if (operand) visit(operand);
  return flat;
}

export const idsOf = (results: readonly FunctionResult[]): string[] =>
  results.flatMap(result => (result.type === 'ids' ? result.ids : []));

import type { JqlContext } from './context.ts';
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

/** Whether the operator takes this kind of operand: a list, or a single value. Reports Jira's error. */
export function checkShape(
  context: JqlContext,
  { operator, operand, field }: Terminal,
): true | null {
  if (!operand) return true;
  const takesList = operator.endsWith('in');
  const called = operand.type === 'function' ? functionNamed(operand.name) : undefined;
  const isUnknown = operand.type === 'function' && !called;
  const isList = operand.type === 'list' || called?.list === true;
  if (isUnknown || takesList === isList) return true;
  const shape = isList ? 'list' : 'non-list';
  return context.wrongQuery(
    `Operator '${operator}' does not support the ${shape} value '${describe(operand)}' for field '${field}'.`,
  );
}

export function flatten(
  context: JqlContext,
  field: JqlField,
  { field: name, operand }: Pick<Terminal, 'field' | 'operand'>,
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
      const isWrong = called && called.type !== field.type;
      const result = isWrong
        ? context.wrongQuery(
            `A value provided by the function '${called.name}' is invalid for the field '${name}'.`,
          )
        : callFunction(context, one, name);
      if (result) flat.results.push(result);
    }
  };
  if (operand) visit(operand);
  return flat;
}

export const idsOf = (results: readonly FunctionResult[]): string[] =>
  results.flatMap(result => (result.type === 'ids' ? result.ids : []));

import type { Condition, JqlContext } from '../context.ts';
import type { DateValue } from '../dates.ts';
import type { ValueType } from '../fields/field.ts';

/** The value of a function: entity ids, an instant, a set of issues, or an SLA state. */
export type FunctionResult =
  | { type: 'ids'; ids: string[] }
  | { type: 'date'; date: DateValue }
  | { type: 'issues'; condition: Condition }
  | { type: 'sla'; name: string; flag: string }
  | { type: 'slaTime'; measure: 'remaining' | 'elapsed'; text: string }
  | { type: 'cascade'; parent: string; child: string | null };

/** Null after reporting an error. */
export type FunctionRun = (
  context: JqlContext,
  args: string[],
  field: string,
) => FunctionResult | null;

export interface JqlFunction {
  /** Case-insensitive. */
  name: string;
  type: ValueType;
  /** A list: for IN and NOT IN only. */
  list: boolean;
  args: readonly [number, number];
  /** Whether its value depends on who asks, with these arguments. */
  ofReader: (args: readonly string[]) => boolean;
  /** Its first argument is a query, which `context.queries` has. */
  ofQuery?: true;
  run: FunctionRun;
}

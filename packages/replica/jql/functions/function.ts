import type { Condition, JqlContext } from '../context.ts';
import type { DateValue } from '../dates.ts';

/** The value of a function: entity ids, an instant, a set of issues, or an SLA state. */
export type FunctionResult =
  | { type: 'ids'; ids: string[] }
  | { type: 'date'; date: DateValue }
  | { type: 'issues'; condition: Condition }
  | { type: 'sla'; flag: string }
  | { type: 'slaTime'; measure: 'remaining' | 'elapsed'; text: string }
  | { type: 'cascade'; parent: string; child: string | null };

/** Kinds of fields that support a function. */
export type FunctionKind =
  | 'user'
  | 'sprint'
  | 'version'
  | 'issue'
  | 'issueType'
  | 'date'
  | 'project'
  | 'component'
  | 'cascade'
  | 'sla';

export interface JqlFunction {
  /** Case-insensitive. */
  name: string;
  kind: FunctionKind;
  /** A list: for IN and NOT IN only. */
  list: boolean;
  args: [number, number];
  run(context: JqlContext, args: string[], field: string): FunctionResult | null;
}

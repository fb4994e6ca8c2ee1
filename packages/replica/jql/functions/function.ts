import type { Condition, JqlContext } from '../context.ts';
import type { DateValue } from '../dates.ts';

/** What a function stands for: ids of entities, an instant, a set of issues, or the state of a service level. */
export type FunctionResult =
  | { type: 'ids'; ids: string[] }
  | { type: 'date'; date: DateValue }
  | { type: 'issues'; condition: Condition }
  | { type: 'sla'; flag: string }
  | { type: 'slaTime'; measure: 'remaining' | 'elapsed'; text: string }
  | { type: 'cascade'; parent: string; child: string | null };

/** Kinds of fields that a function can be asked for. */
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
  /** As it is shown; looked up without regard to case. */
  name: string;
  kind: FunctionKind;
  /** Gives several values: for IN and NOT IN alone. */
  list: boolean;
  args: [number, number];
  run(context: JqlContext, args: string[], field: string): FunctionResult | null;
}

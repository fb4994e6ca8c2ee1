import { type RawBuilder, sql } from 'kysely';
import type { Catalogue } from '../data/catalogue.ts';
import type { StoreContext } from '../data/context.ts';
import type { Engine } from '../data/engine.ts';
import { asNumber, asObject } from '../data/shapes.ts';
import type { QueryScope, Viewer } from './api.ts';
import { type Clock, knownZone } from './dates.ts';

/** A condition on a row of `issues`. */
export type Condition = RawBuilder<boolean>;

export interface KnownIssue {
  id: number;
  key: string;
  projectKey: string;
  number: number;
  rank: string;
}

/** The compiler's input: entities, viewer, clock, and values looked up beforehand. */
export interface JqlContext {
  engine: Engine;
  catalogue: Catalogue;
  viewer: Viewer;
  clock: Clock;
  validation: NonNullable<QueryScope['validation']>;
  errors: string[];
  warnings: string[];
  /** Issues that the query names, by key in upper case and by id. */
  issues: Map<string, KnownIssue>;
  /** Earlier values of a name: 'field\nname', folded. */
  historyValues: Map<string, string[]>;
  /** Options in use: 'field\nvalue'. */
  options: Set<string>;
  /** Condition on rows of `issues` for what the viewer may see; null: everything. */
  visible: StoreContext['visible'];
}

export function newContext(
  engine: Engine,
  catalogue: Catalogue,
  { viewer, now, validation = 'strict' }: QueryScope,
  visible: StoreContext['visible'],
): JqlContext {
  const site = catalogue.get('site', 'site')?.document;
  return {
    engine,
    catalogue,
    viewer,
    clock: { now, zone: knownZone(viewer.zone), weekStart: site?.iso8601Week === true ? 1 : 0 },
    validation,
    errors: [],
    warnings: [],
    issues: new Map(),
    historyValues: new Map(),
    options: new Set(),
    visible,
  };
}

/** An unknown value: an error under strict validation, else a warning. */
export function wrongValue(context: JqlContext, message: string): void {
  const list = context.validation === 'strict' ? context.errors : context.warnings;
  if (!list.includes(message)) list.push(message);
}

/** An error under any validation: an unknown operator, a wrong number of arguments. */
export function wrongQuery(context: JqlContext, message: string): Condition {
  if (!context.errors.includes(message)) context.errors.push(message);
  return never;
}

export const never: Condition = sql<boolean>`1 = 0`;
const always: Condition = sql<boolean>`1 = 1`;

export const allOf = (conditions: readonly Condition[]): Condition =>
  joined(conditions, sql` and `, always);

export const anyOf = (conditions: readonly Condition[]): Condition =>
  joined(conditions, sql` or `, never);

function joined(
  conditions: readonly Condition[],
  operator: RawBuilder<unknown>,
  none: Condition,
): Condition {
  const [first = none] = conditions;
  return conditions.length < 2 ? first : sql<boolean>`(${sql.join([...conditions], operator)})`;
}

/** A condition on an issue that is not the root of the query: the viewer must see it. */
export function seen(context: JqlContext, condition: Condition, alias?: string): Condition {
  const visible = context.visible(alias);
  return visible ? allOf([visible, condition]) : condition;
}

export function not(condition: Condition): Condition {
  return sql<boolean>`not (${condition})`;
}

/** `column in (...)` for any number of values. */
export function isOneOf(
  context: JqlContext,
  column: RawBuilder<unknown>,
  values: readonly (string | number)[],
): Condition {
  const [only] = values;
  if (only === undefined) return never;
  if (values.length === 1) return sql<boolean>`${column} = ${only}`;
  if (values.length > 100) return context.engine.idIn(column, values);
  return sql<boolean>`${column} in (${sql.join([...values])})`;
}

/** For durations such as '1d'. */
export function workingTime(context: JqlContext): { hoursPerDay: number; daysPerWeek: number } {
  const site = context.catalogue.get('site', 'site')?.document;
  const configuration = asObject(site?.configuration) ?? site ?? {};
  const tracking = asObject(configuration.timeTrackingConfiguration);
  return {
    hoursPerDay: asNumber(tracking?.workingHoursPerDay) ?? 8,
    daysPerWeek: asNumber(tracking?.workingDaysPerWeek) ?? 5,
  };
}

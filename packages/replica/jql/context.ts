import { type RawBuilder, sql } from 'kysely';
import type { Catalogue } from '../data/catalogue.ts';
import type { Engine } from '../data/engine.ts';
import { asNumber, asObject } from '../data/shapes.ts';
import type { Viewer } from './api.ts';
import type { Clock } from './dates.ts';
import { knownZone } from './dates.ts';

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
  validation: 'strict' | 'warn' | 'none';
  errors: string[];
  warnings: string[];
  /** Issues that the query names, by key in upper case and by id. */
  issues: Map<string, KnownIssue>;
  /** Earlier values of a name: 'field\nname', folded. */
  historyValues: Map<string, string[]>;
  /** Options in use: 'field\nvalue'. */
  options: Set<string>;
}

export function newContext(
  engine: Engine,
  catalogue: Catalogue,
  request: { viewer: Viewer; now: number; validation?: 'strict' | 'warn' | 'none' },
): JqlContext {
  const site = catalogue.get('site', 'site')?.document;
  return {
    engine,
    catalogue,
    viewer: request.viewer,
    clock: {
      now: request.now,
      zone: knownZone(request.viewer.zone),
      weekStart: site?.iso8601Week === true ? 1 : 0,
    },
    validation: request.validation ?? 'strict',
    errors: [],
    warnings: [],
    issues: new Map(),
    historyValues: new Map(),
    options: new Set(),
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

export function allOf(conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  if (!first) return always;
  return conditions.length === 1 ? first : sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
}

export function anyOf(conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  if (!first) return never;
  return conditions.length === 1 ? first : sql<boolean>`(${sql.join([...conditions], sql` or `)})`;
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

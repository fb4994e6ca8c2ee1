import { type RawBuilder, sql } from 'kysely';
import type { Catalogue, StoredEntity } from '../data/catalogue.ts';
import type { StoreContext } from '../data/context.ts';
import type { Engine } from '../data/engine.ts';
import { asNumber, asObject } from '../data/shapes.ts';
import type { QueryScope, Viewer } from './api.ts';
import { type Clock, knownZone } from './dates.ts';
import { MAX_CLAUSES, MAX_MESSAGES, tooComplex } from './limits.ts';

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
  errors: Set<string>;
  warnings: Set<string>;
  /** Issues that the query names, by key in upper case and by id. */
  issues: Map<string, KnownIssue>;
  /** Earlier values of a name: 'field\nname', folded. */
  historyValues: Map<string, string[]>;
  /** Options in use: 'field\nvalue'. */
  options: Set<string>;
  /** Memoized by key, folded; null before the first. */
  projects: Map<string, StoredEntity[]> | null;
  /** Condition on rows of `issues` for what the viewer may see; null: everything. */
  visible: StoreContext['visible'];
  restrictions: StoreContext['restrictions'];
}

export function newContext(
  { engine, catalogue, visible, restrictions }: StoreContext,
  { viewer, now, validation = 'strict' }: QueryScope,
): JqlContext {
  const site = catalogue.get('site', 'site')?.document;
  return {
    engine,
    catalogue,
    viewer,
    clock: { now, zone: knownZone(viewer.zone), weekStart: site?.iso8601Week === true ? 1 : 0 },
    validation,
    errors: new Set(),
    warnings: new Set(),
    issues: new Map(),
    historyValues: new Map(),
    options: new Set(),
    projects: null,
    visible,
    restrictions,
  };
}

/** An unknown value: an error under strict validation, else a warning. */
export function wrongValue(context: JqlContext, message: string): void {
  add(context.validation === 'strict' ? context.errors : context.warnings, message);
}

/** An error under any validation: an unknown operator, a wrong number of arguments. */
export function wrongQuery(context: JqlContext, message: string): Condition {
  add(context.errors, message);
  return never;
}

function add(messages: Set<string>, message: string): void {
  if (messages.size < MAX_MESSAGES) messages.add(message);
}

export const never: Condition = sql<boolean>`1 = 0`;
const always: Condition = sql<boolean>`1 = 1`;

export const allOf = (conditions: readonly Condition[]): Condition =>
  joined(conditions, 'and', always);

export const anyOf = (conditions: readonly Condition[]): Condition =>
  joined(conditions, 'or', never);

/** Joined in halves: SQLite limits the depth of an expression to 1,000. */
function joined(
  conditions: readonly Condition[],
  operator: 'and' | 'or',
  none: Condition,
): Condition {
  const [first = none] = conditions;
  if (conditions.length < 2) return first;
  if (conditions.length > MAX_CLAUSES) throw tooComplex();
  const middle = conditions.length >> 1;
  const left = joined(conditions.slice(0, middle), operator, none);
  const right = joined(conditions.slice(middle), operator, none);
  return sql<boolean>`(${left} ${sql.raw(operator)} ${right})`;
}

/** A condition on an issue that is not the root of the query: the viewer must see it. */
export function seen(context: JqlContext, condition: Condition, alias?: string): Condition {
  const visible = context.visible(alias);
  return visible ? allOf([visible, condition]) : condition;
}

export function not(condition: Condition): Condition {
  return sql<boolean>`not (${condition})`;
}

/** A number that is no whole one must not be read as an integer by PostgreSQL. */
export const bound = (value: string | number): RawBuilder<unknown> =>
  typeof value === 'string' || Number.isSafeInteger(value)
    ? sql`${value}`
    : sql`cast(${value} as double precision)`;

/** `column in (...)` for any number of values. */
export function isOneOf(
  context: JqlContext,
  column: RawBuilder<unknown>,
  values: readonly (string | number)[],
): Condition {
  const [only] = values;
  if (only === undefined) return never;
  if (values.length === 1) return sql<boolean>`${column} = ${bound(only)}`;
  if (values.length > 100) return context.engine.idIn(column, values);
  return sql<boolean>`${column} in (${sql.join(values.map(bound))})`;
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

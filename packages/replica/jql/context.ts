import { type Column, columnRef } from '@tallyboard/database/engine.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Catalogue } from '../data/catalogue.ts';
import type { StoreContext } from '../data/context.ts';
import type { StoredEntity } from '../data/entity.ts';
import type { Row, TableName } from '../data/tables.ts';
import type { QueryScope, Viewer } from './api.ts';
import { type Clock, knownZone } from './dates.ts';
import { MAX_CLAUSES, MAX_MESSAGES, tooComplex } from './limits.ts';

/** A condition on a row of `issues`. */
export type Condition = RawBuilder<boolean>;

export type KnownIssue = Pick<Row<'issues'>, 'id' | 'key' | 'project_key' | 'number' | 'rank'>;

/** Conditions on other tables that PostgreSQL joins: it takes seconds to plan some hundreds. */
const MAX_JOINED = 10;

/** One compilation: its input, values looked up beforehand, and messages. */
export class JqlContext {
  readonly store: StoreContext;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly errors = new Set<string>();
  readonly warnings = new Set<string>();
  /** Issues that the query names, by key in upper case and by id. */
  readonly issues = new Map<string, KnownIssue>();
  /** Earlier values of a name: 'field\nname', folded. */
  readonly historyValues = new Map<string, string[]>();
  /** Whether the query names the few projects or issues to which its other conditions apply. */
  isNarrow = false;
  /** Whether these issues, or those of a person whom the query names, are so few that each is looked up in other tables. */
  hasFew = false;
  /** Conditions of the queries that are arguments of functions, by their texts. */
  readonly queries = new Map<string, Condition>();
  /** Options in use: 'field\nvalue'. */
  readonly options = new Set<string>();
  /** How often functions read who the viewer is. */
  readsOfUser = 0;
  readonly #viewer: Viewer;
  readonly #wrongValues: Set<string>;
  #projects: Map<string, StoredEntity[]> | undefined;
  #joined = 0;

  constructor(store: StoreContext, { viewer, now, validation = 'strict' }: QueryScope) {
    const site = store.catalogue.get('site', 'site')?.document;
    this.store = store;
    this.catalogue = store.catalogue;
    this.#viewer = viewer;
    this.clock = {
      now,
      zone: knownZone(viewer.zone),
      weekStart: site?.iso8601Week === true ? 1 : 0,
    };
    this.#wrongValues = validation === 'strict' ? this.errors : this.warnings;
  }

  /** The viewer, null if anonymous: only for functions with `ofReader`. */
  get userId(): string | null {
    this.readsOfUser += 1;
    return this.#viewer.userId;
  }

  /** An unknown value: an error under strict validation, else a warning. */
  wrongValue(message: string): null {
    return add(this.#wrongValues, message);
  }

  /** An error under any validation: an unknown operator, a wrong number of arguments. */
  wrongQuery(message: string): null {
    return add(this.errors, message);
  }

  projectsKeyed(key: string): readonly StoredEntity[] {
    const keyOf = ({ document }: StoredEntity) => fold(String(document.key));
    this.#projects ??= Map.groupBy(this.catalogue.all('project'), keyOf);
    return this.#projects.get(fold(key)) ?? [];
  }

  /** A condition on an issue that is not the root of the query: the viewer must see it. */
  seen(condition: Condition, alias?: string): Condition {
    const visible = this.store.visible(alias);
    return visible ? allOf([visible, condition]) : condition;
  }

  /**
   * Whether an issue has a row in a table, which has the alias `rows` in the condition. `isLookedUp`: each issue is looked up
   * there. PostgreSQL joins the first ones, for it reads rows of IN that exceed its work_mem again for each issue.
   */
  hasRow(
    table: TableName,
    rows: string,
    condition: RawBuilder<unknown>,
    isLookedUp = false,
  ): Condition {
    const from = sql`${sql.table(table)} as ${sql.ref(rows)}`;
    const issueId = sql.ref(`${rows}.issue_id`);
    const isPostgres = this.store.engine.name === 'postgres';
    return isLookedUp || (isPostgres && this.#joined++ < MAX_JOINED)
      ? sql<boolean>`exists (select 1 from ${from} where ${issueId} = issues.id and ${condition})`
      : sql<boolean>`issues.id in (select ${issueId} from ${from} where ${condition})`;
  }

  /** `column in (...)` for any number of values. */
  isOneOf(column: Column, values: readonly (string | number)[]): Condition {
    const [only] = values;
    if (only === undefined) return never;
    if (values.length === 1) return sql<boolean>`${columnRef(column)} = ${bound(only)}`;
    if (values.length > 100) return this.store.engine.idIn(column, values);
    return sql<boolean>`${columnRef(column)} in (${sql.join(values.map(bound))})`;
  }
}

function add(messages: Set<string>, message: string): null {
  if (messages.size < MAX_MESSAGES) messages.add(message);
  return null;
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
  // SQLite uses no index for `x or 1 = 0`.
  if (conditions.includes(none)) return joined(without(conditions, none), operator, none);
  if (conditions.length > MAX_CLAUSES) throw tooComplex();
  const middle = conditions.length >> 1;
  const left = joined(conditions.slice(0, middle), operator, none);
  const right = joined(conditions.slice(middle), operator, none);
  return sql<boolean>`(${left} ${sql.raw(operator)} ${right})`;
}

const without = (conditions: readonly Condition[], left: Condition) =>
  conditions.filter(condition => condition !== left);

export function not(condition: Condition): Condition {
  return sql<boolean>`not (${condition})`;
}

/** A number that is no whole one must not be read as an integer by PostgreSQL. */
export const bound = (value: string | number): RawBuilder<unknown> =>
  typeof value === 'string' || Number.isSafeInteger(value)
    ? sql`${value}`
    : sql`cast(${value} as double precision)`;

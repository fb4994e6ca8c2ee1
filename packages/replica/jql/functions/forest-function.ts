import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, type Condition, type JqlContext, never } from '../context.ts';
import { isSubtask } from './entity-functions.ts';
import type { FunctionRun } from './function.ts';

/**
 * Not of Jira: the issues of a query with those above and below them.
 * `forestOf("query", none | epics | all, none | level:NUMBER | type:NAME, LOWEST)`: their parents, up to epics or all; and all
 * issues below those of a level or an issue type, down to a level. Hidden issues lead nowhere.
 */
export const forestOf: FunctionRun = (
  context,
  [query = '', above = 'all', below = 'none', lowest = '0'],
) => {
  const levels = new TypeLevels(context);
  const isTop = topsOf(levels, below);
  if (!isTop || !/^(none|epics|all)$/.test(above) || !/^-?\d$/.test(lowest))
    return context.wrongQuery(
      "Function 'forestOf' takes a query, then none, epics or all, then none, level:NUMBER or type:NAME, then a level.",
    );
  // Without a condition, the errors of the query were reported.
  const seeds = context.queries.get(query) ?? never;
  return {
    type: 'issues',
    condition: sql<boolean>`issues.id in (
      with recursive seeds (id, parent_key, type_id) as (
        select issues.id, issues.parent_key, issues.type_id from issues where ${context.seen(seeds)}
      ), up (id, parent_key, type_id) as (${parentsOf(context, levels, above)}), above (id) as (
        select id from seeds union all select id from up
      ), leads (key, type_id) as (
        select top.key, top.type_id from issues top where top.id in (select id from above) and ${isTop}
        union
        select c.key, c.type_id from leads join issues c on c.parent_key = leads.key
        where ${context.seen(levels.leadsOn(Number(lowest)), 'c')}
      )
      select id from above
      union all
      select c.id from issues c
      where c.parent_key in (select key from leads) and ${context.seen(allOf([]), 'c')})`,
  };
};

function parentsOf(context: JqlContext, levels: TypeLevels, above: string): RawBuilder<unknown> {
  if (above === 'none') return sql`select id, parent_key, type_id from seeds where 1 = 0`;
  const isEpics = above === 'epics';
  const goesOn = (alias: string) => (isEpics ? levels.isOf(alias, level => level <= 0) : allOf([]));
  const isParent = context.seen(isEpics ? levels.isOf('p', level => level <= 1) : allOf([]), 'p');
  return sql`
        select p.id, p.parent_key, p.type_id from issues p
        where ${isParent}
          and p.key in (select seeds.parent_key from seeds where ${goesOn('seeds')})
        union
        select p.id, p.parent_key, p.type_id from up join issues p on p.key = up.parent_key
        where ${isParent} and ${goesOn('up')}`;
}

/** The levels of issue types. Sites without levels have sub-tasks and epics, by flag and name. */
class TypeLevels {
  readonly #context: JqlContext;
  readonly #types: readonly {
    readonly id: string;
    readonly name: string;
    readonly level: number;
  }[];

  constructor(context: JqlContext) {
    this.#context = context;
    this.#types = context.catalogue.all('issueType').map(type => {
      const { id, name, document } = type;
      const { hierarchyLevel } = document;
      const guessed = isSubtask(type) ? -1 : name === 'Epic' ? 1 : 0;
      return { id, name, level: typeof hierarchyLevel === 'number' ? hierarchyLevel : guessed };
    });
  }

  named(name: string): readonly number[] {
    return this.#types.flatMap(type => (isNamed(type.name, name) ? type.level : []));
  }

  /** A condition on the type of a row. One without a type is a standard issue. */
  isOf(alias: string, test: (level: number, name: string) => boolean): Condition {
    const ids = this.#types.flatMap(({ id, name, level }) => (test(level, name) ? id : []));
    const isOne = this.#context.isOneOf(`${alias}.type_id`, ids);
    return test(0, '')
      ? anyOf([sql<boolean>`${sql.ref(`${alias}.type_id`)} is null`, isOne])
      : isOne;
  }

  /** Whether there may be issues below. Where types have no levels, below issues of their own level too. */
  leadsOn(lowest: number): Condition {
    const low = new Set(this.#types.flatMap(({ level }) => (level <= lowest ? level : [])));
    return anyOf([
      this.isOf('c', level => level > lowest),
      ...[...low].map(each =>
        allOf([
          this.isOf('c', level => level === each),
          this.isOf('leads', level => level === each),
        ]),
      ),
    ]);
  }
}

const isNamed = (name: string, given: string) => name.toLowerCase() === given.toLowerCase();

/** A condition on rows of `top`; null for a text that says nothing else. */
function topsOf(levels: TypeLevels, text: string): Condition | null {
  if (text === 'none') return never;
  const [, level, name] = /^(?:level:(-?\d)|type:(.+))$/.exec(text) ?? [];
  if (level !== undefined) return levels.isOf('top', each => each === Number(level));
  if (name === undefined) return null;
  const above = new Set(levels.named(name).filter(each => each > 0));
  // Types of the level of such an issue, too.
  const sameLevel = [...above].map(each => {
    const isSuch = levels.isOf('such', (of, named) => of === each && isNamed(named, name));
    return allOf([
      levels.isOf('top', of => of === each),
      sql<boolean>`exists (select 1 from above
        join issues such on such.id = above.id where ${isSuch})`,
    ]);
  });
  return anyOf([levels.isOf('top', (_, named) => isNamed(named, name)), ...sameLevel]);
}

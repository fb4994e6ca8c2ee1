import { type RawBuilder, sql } from 'kysely';
import { allOf, anyOf, type Condition, type JqlContext, never, not } from '../context.ts';
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
      with recursive up (id, key, parent_key, type_id) as (
        select issues.id, issues.key, issues.parent_key, issues.type_id from issues
        where ${context.seen(seeds)} ${parentsOf(context, levels, above)}
      ), down (id, key, type_id, leads) as (
        select up.id, up.key, up.type_id, 1 from up where ${isTop}
        union
        select c.id, c.key, c.type_id, case when ${levels.leadsDown(Number(lowest))} then 1 else 0 end
        from down join issues c on c.parent_key = down.key
        where down.leads = 1 and ${context.seen(allOf([]), 'c')}
      )
      select id from up union select id from down)`,
  };
};

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

  /** Where types have no levels, what is below an issue of its own level may have issues below. */
  leadsDown(lowest: number): Condition {
    const low = new Set(this.#types.flatMap(({ level }) => (level <= lowest ? level : [])));
    return anyOf([
      this.isOf('c', level => level > lowest),
      ...[...low].map(each =>
        allOf([
          this.isOf('c', level => level === each),
          this.isOf('down', level => level === each),
        ]),
      ),
    ]);
  }
}

const isNamed = (name: string, given: string) => name.toLowerCase() === given.toLowerCase();

/** A condition on rows of `up`; null for a text that says nothing else. */
function topsOf(levels: TypeLevels, text: string): Condition | null {
  if (text === 'none') return never;
  const [, level, name] = /^(?:level:(-?\d)|type:(.+))$/.exec(text) ?? [];
  if (level !== undefined) return levels.isOf('up', each => each === Number(level));
  if (name === undefined) return null;
  const above = new Set(levels.named(name).filter(each => each > 0));
  // Types of the level of such an issue, too.
  const sameLevel = [...above].map(each => {
    const isSuch = levels.isOf('such', (of, named) => of === each && isNamed(named, name));
    return allOf([
      levels.isOf('up', of => of === each),
      sql<boolean>`exists (select 1 from up as such where ${isSuch})`,
    ]);
  });
  return anyOf([levels.isOf('up', (_, named) => isNamed(named, name)), ...sameLevel]);
}

function parentsOf(context: JqlContext, levels: TypeLevels, above: string): RawBuilder<unknown> {
  if (above === 'none') return sql``;
  const isLow = [
    not(levels.isOf('up', level => level > 0)),
    not(levels.isOf('p', level => level > 1)),
  ];
  return sql`union
        select p.id, p.key, p.parent_key, p.type_id from up join issues p on p.key = up.parent_key
        where ${context.seen(allOf(above === 'epics' ? isLow : []), 'p')}`;
}

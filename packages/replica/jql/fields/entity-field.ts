import { fold } from '@tallyboard/database/text/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { EntityKind } from '../../data/entity.ts';
import type { JqlContext } from '../context.ts';
import { type FlatOperand, flatten, idsOf } from '../operands.ts';
import { resolve } from '../resolve.ts';
import { historyOperators, type JqlField, operators, type ValueType } from './field.ts';
import { type Comparison, comparisonOf, type Storage, satisfies, valueTest } from './storage.ts';

export interface EntityFieldSpec
  extends Pick<JqlField, 'name' | 'aliases' | 'custom' | 'history' | 'descending'> {
  entity: EntityKind & ValueType;
  storage: Storage;
  /** Comparable by position; `down`: a lower position is greater. */
  ordered?: 'up' | 'down';
  /** A value that means EMPTY, e.g. `Unresolved`. */
  emptyWord?: string;
  sort?: JqlField['sort'];
}

/** A field whose values are entities, by id. */
export function entityField(spec: EntityFieldSpec): JqlField {
  const { entity, storage, history } = spec;
  return {
    ...spec,
    type: entity,
    canBeEmpty: true,
    operators: [
      ...(spec.ordered ? operators.ordered : operators.equality),
      ...(history ? historyOperators : []),
    ],
    sort: spec.sort === undefined ? context => [entitySort(context, spec)] : spec.sort,
    sortColumn: spec.sort === undefined ? storage.column : undefined,
    test(context, terminal) {
      const { operator, field } = terminal;
      const flat = flatten(context, this, terminal);
      if (spec.emptyWord) takeEmptyWord(flat, spec.emptyWord);
      const ids = flat.values.flatMap(({ text }) => resolve(context, entity, text, field));
      const comparison = comparisonOf(operator);
      if (comparison) return storage(context).any(idsBeyond(context, spec, comparison, ids));
      return valueTest(context, storage, operator, flat, [...ids, ...idsOf(flat.results)]);
    },
  };
}

/** `resolution = Unresolved` means EMPTY; quoted, '"unresolved"' names a resolution. */
function takeEmptyWord(flat: FlatOperand, word: string): void {
  flat.values = flat.values.flatMap(value => {
    if (fold(value.text) !== word)
      return [{ ...value, text: value.text.replace(/^"(.*)"$/, '$1') }];
    flat.empty = true;
    return [];
  });
}

/** The ids before or after any of these by position. Versions compare within their own project. */
function idsBeyond(
  context: JqlContext,
  { entity: kind, ordered }: EntityFieldSpec,
  comparison: Comparison,
  ids: readonly string[],
): string[] {
  const bounds = ids.flatMap(id => context.catalogue.get(kind, id) ?? []);
  const sign = ordered === 'down' ? -1 : 1;
  return context.catalogue
    .all(kind)
    .filter(entity =>
      bounds.some(
        bound =>
          entity.projectId === bound.projectId &&
          satisfies(comparison, (entity.position - bound.position) * sign),
      ),
    )
    .map(({ id }) => id);
}

/** By position (users and others without one: by name). */
function entitySort(context: JqlContext, spec: EntityFieldSpec): RawBuilder<unknown> {
  const kind = spec.entity;
  const { sort } = spec.storage(context);
  const byName = kind === 'user' || kind === 'project' || kind === 'component' || kind === 'group';
  const all = context.catalogue.all(kind);
  const direction = spec.ordered === 'down' ? -1 : 1;
  if (!byName && all.length <= 60 && all.length > 0) {
    const cases = all.map(
      entity => sql`when ${entity.id} then ${sql.lit(entity.position * direction)}`,
    );
    return sql`(case ${sort} ${sql.join(cases, sql` `)} end)`;
  }
  return sql`(select ${byName ? sql.ref('e.name_fold') : sql`e.position * ${sql.lit(direction)}`} from entities e where e.kind = ${kind} and e.id = ${sort})`;
}

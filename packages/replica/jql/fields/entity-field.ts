import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../data/words.ts';
import { anyOf, type Condition, type JqlContext } from '../context.ts';
import type { FunctionResult } from '../functions/function.ts';
import { type FlatOperand, flatten } from '../operands.ts';
import type { Resolve } from '../resolve.ts';
import { type JqlField, operators } from './field.ts';
import { historyTest, isHistoryOperator } from './history.ts';
import { comparisonOf, setTest } from './set-test.ts';
import type { Comparison, Storage } from './storage.ts';

const idsOf = (results: readonly FunctionResult[]) =>
  results.flatMap(result => (result.type === 'ids' ? result.ids : []));

interface EntityFieldSpec
  extends Pick<JqlField, 'name' | 'aliases' | 'accepts' | 'javaType' | 'entity' | 'custom'> {
  storage: Storage;
  resolve: Resolve;
  canBeEmpty?: boolean;
  /** Comparable by position; `down`: a lower position is greater. */
  ordered?: 'up' | 'down';
  /** Its name for WAS and CHANGED. */
  history?: string;
  /** A value that means EMPTY, e.g. `Unresolved`. */
  emptyWord?: string;
  sort?: JqlField['sort'];
  descending?: boolean;
}

/** A field whose values are entities, by id. */
export function entityField(spec: EntityFieldSpec): JqlField {
  const canBeEmpty = spec.canBeEmpty ?? true;
  return {
    ...spec,
    canBeEmpty,
    operators: spec.ordered
      ? spec.history
        ? operators.orderedAndHistory
        : operators.ordered
      : spec.history
        ? operators.equalityAndHistory
        : operators.equality,
    sort: spec.sort === undefined ? context => [entitySort(context, spec)] : spec.sort,
    test(context, terminal) {
      if (isHistoryOperator(terminal.operator))
        return historyTest(context, this, spec.history, spec.resolve, terminal);
      const flat = flatten(context, this, terminal.field, terminal.operand);
      if (spec.emptyWord) takeEmptyWord(flat, spec.emptyWord);
      const ids = flat.values.flatMap(value => spec.resolve(context, value, terminal.field) ?? []);
      const comparison = comparisonOf(terminal.operator);
      if (comparison) return orderedTest(context, spec, comparison, ids);
      const all = [...new Set([...ids, ...idsOf(flat.results)])];
      return setTest(
        spec.storage,
        terminal.operator,
        flat,
        all.length > 0 ? [spec.storage.any(context, all)] : [],
      );
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

function orderedTest(
  context: JqlContext,
  spec: EntityFieldSpec,
  comparison: Comparison,
  ids: string[],
): Condition {
  if (!spec.entity) return anyOf([]);
  const down = spec.ordered === 'down';
  const all = context.catalogue.all(spec.entity);
  const bounds = ids.flatMap(id => context.catalogue.get(spec.entity ?? 'status', id) ?? []);
  const matching = all.filter(entity =>
    bounds.some(bound => {
      // Versions compare within their own project.
      if (entity.projectId !== bound.projectId) return false;
      const difference = (entity.position - bound.position) * (down ? -1 : 1);
      return comparison === '<'
        ? difference < 0
        : comparison === '<='
          ? difference <= 0
          : comparison === '>'
            ? difference > 0
            : difference >= 0;
    }),
  );
  return spec.storage.any(
    context,
    matching.map(entity => entity.id),
  );
}

/** By position (users and others without one: by name). */
function entitySort(context: JqlContext, spec: EntityFieldSpec): RawBuilder<unknown> {
  const kind = spec.entity;
  if (!kind) return spec.storage.sort;
  const byName = kind === 'user' || kind === 'project' || kind === 'component' || kind === 'group';
  const all = context.catalogue.all(kind);
  const direction = spec.ordered === 'down' ? -1 : 1;
  if (!byName && all.length <= 60 && all.length > 0) {
    const cases = all.map(
      entity => sql`when ${entity.id} then ${sql.lit(entity.position * direction)}`,
    );
    return sql`(case ${spec.storage.sort} ${sql.join(cases, sql` `)} end)`;
  }
  return sql`(select ${byName ? sql.ref('e.name_fold') : sql`e.position * ${sql.lit(direction)}`} from entities e where e.kind = ${kind} and e.id = ${spec.storage.sort})`;
}

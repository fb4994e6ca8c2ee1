/** Which sprints a query is about. */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { sprintsNamedIn } from '../shared/sprint-query.ts';
import { distinctSprints } from '../shared/tell-apart.ts';

/**
 * Returns the sprints that the issues are or were in and that have started by `asOf`: the active ones first, then the
 * closed ones, latest first. Where the query names sprints by id, those alone: the issues bring others along.
 */
export function findSprints(
  dataset: Dataset,
  bySprint: ReadonlyMap<SprintId, readonly number[]>,
  asOf: Instant,
): readonly Sprint[] {
  const named = sprintsNamedIn(dataset.jql);
  const found = [...bySprint.keys()].flatMap(id => dataset.sprints.get(id) ?? []);
  const wanted = found.filter(({ id }) => named.has(id));
  const started = (wanted.length > 0 ? wanted : found)
    .filter(({ state, start }) => state !== 'future' && start !== null && start <= asOf)
    .sort((a, b) => rank(a) - rank(b) || endOf(b) - endOf(a) || a.id - b.id);
  return distinctSprints(started);
}

const rank = ({ state }: Sprint) => (state === 'active' ? 0 : 1);
const endOf = ({ complete, end, start }: Sprint): Instant => complete ?? end ?? start ?? 0;

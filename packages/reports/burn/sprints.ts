import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { sprintsNamedIn } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { distinctSprints } from '@tallyboard/report-kit/figures/disambiguate.ts';
import type { BurnSettings } from './settings.ts';

/**
 * Returns the sprints to choose from: those of the board if one is set, else those in the issues' histories, limited to
 * the sprints that the query names.
 */
export function findSprints(
  dataset: Dataset,
  bySprint: ReadonlyMap<SprintId, readonly number[]>,
  { board }: Pick<BurnSettings, 'board'>,
  { asOf, query }: Pick<ReportContext, 'asOf' | 'query'>,
): readonly Sprint[] {
  const ofBoard = board === null ? undefined : (query?.among ?? dataset.boardSprints.get(board));
  const all = (ids: Iterable<SprintId>) => [...ids].flatMap(id => dataset.sprints.get(id) ?? []);
  if (ofBoard) return distinctSprints(startedSprints(all(ofBoard), asOf));
  const found = all(bySprint.keys());
  const named = query?.sprints ? new Set(query.sprints) : sprintsNamedIn(dataset.jql);
  const wanted = found.filter(({ id }) => named.has(id));
  return distinctSprints(startedSprints(wanted.length > 0 ? wanted : found, asOf));
}

/** The sprints started by `asOf`: active ones first, then closed ones, latest first. */
export function startedSprints(sprints: readonly Sprint[], asOf: Instant): readonly Sprint[] {
  return sprints
    .filter(({ state, start }) => state !== 'future' && start !== null && start <= asOf)
    .sort((a, b) => rank(a) - rank(b) || endOf(b) - endOf(a) || a.id - b.id);
}

const MAX_COMBINED = 12;

/** The sprints of a combined chart: the active ones, else all unless a board has too many. */
export function combinableSprints(
  sprints: readonly Sprint[],
  { board }: Pick<BurnSettings, 'board'>,
): readonly Sprint[] {
  const active = sprints.filter(({ state }) => state === 'active');
  if (active.length > 0) return active;
  return board === null || sprints.length <= MAX_COMBINED ? sprints : [];
}

/** The combined sprints if the settings combine, else the chosen sprint or the first. */
export function chosenSprints(
  sprints: readonly Sprint[],
  settings: Pick<BurnSettings, 'board' | 'singleChart' | 'sprint'>,
): readonly Sprint[] {
  const { singleChart, sprint } = settings;
  const combined = singleChart ? combinableSprints(sprints, settings) : [];
  if (combined.length > 1) return combined;
  const [first] = sprints;
  const chosen = sprints.find(({ id }) => id === sprint) ?? first;
  return chosen ? [chosen] : [];
}

const rank = ({ state }: Sprint) => (state === 'active' ? 0 : 1);
const endOf = ({ complete, end, start }: Sprint): Instant => complete ?? end ?? start ?? 0;

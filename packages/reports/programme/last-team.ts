import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { partsOfTeam } from '@tallyboard/report-kit/families/parts/parts-of-team.ts';
import type { ProgrammeSettings } from './settings.ts';

type Team = ReturnType<typeof partsOfTeam>;

const last = new WeakMap<Dataset, { readonly key: string; readonly team: Team }>();

/**
 * The forecasts of a dataset, or those of the last calculation if nothing but the row in detail differs: they take seconds,
 * and a reader opens one row after another.
 */
export function lastTeam(
  dataset: Dataset,
  settings: ProgrammeSettings,
  context: ReportContext,
  make: () => Team,
): Team {
  const key = JSON.stringify([{ ...settings, growthOf: '' }, context]);
  const known = last.get(dataset);
  if (known?.key === key) return known.team;
  const team = make();
  last.set(dataset, { key, team });
  return team;
}

import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import type { BoardConfiguration } from '@tallyboard/core/model/board.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';

/** Points of one board and hours of another have no sum: issues are counted in their place, with a note. */
export function withCommonEstimation<Settings extends { readonly estimation: Estimation }>(
  settings: Settings,
  { boardConfigurations }: Pick<Dataset, 'boardConfigurations'>,
  { query }: Pick<ReportContext, 'query'>,
): { readonly settings: Settings; readonly notes: readonly Note[] } {
  const units = (query?.boards ?? []).flatMap(id => unitOf(boardConfigurations.get(id)) ?? []);
  if (settings.estimation === 'count' || new Set(units).size < 2) return { settings, notes: [] };
  const text =
    'Some boards of the set estimate in points, others in time, which have no sum: issues are counted.';
  const issues = new Uint32Array(0);
  const notes = [{ code: 'different-units', text, issues }];
  return { settings: { ...settings, estimation: 'count' }, notes };
}

/** Null for a board that counts issues or does not estimate. */
function unitOf(configuration: BoardConfiguration | undefined): 'points' | 'time' | null {
  const field = configuration?.estimationField ?? null;
  if (field === null) return null;
  return field.startsWith('time') ? 'time' : 'points';
}

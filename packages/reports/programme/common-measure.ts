import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { withCommonEstimation } from '@tallyboard/report-kit/families/sprint-scope/common-estimation.ts';
import type { ProgrammeSettings } from './settings.ts';

/** Boards of a set that estimate in points and in time have no sum: their issues are counted. */
export function withCommonMeasure(
  settings: ProgrammeSettings,
  dataset: Dataset,
  context: ReportContext,
): { readonly settings: ProgrammeSettings; readonly notes: readonly Note[] } {
  if (settings.rows !== 'board-set' || settings.measure === 'issues')
    return { settings, notes: [] };
  const { notes } = withCommonEstimation({ estimation: 'points' }, dataset, context);
  return { settings: notes.length > 0 ? { ...settings, measure: 'issues' } : settings, notes };
}

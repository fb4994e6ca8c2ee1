import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { restrictionOn } from '@tallyboard/core/people/restriction.ts';
import type { Compute } from '@tallyboard/report-kit/contract.ts';
import { loadCompute } from '@tallyboard/reports/load-compute.ts';
import { boardRows } from '../board-sets/board-rows.ts';

/** The one way to the calculation of a report, for every door: it holds the policy of the site for figures on people. */
export async function loadComputeForReader(
  report: string,
  { people, peopleExceptions }: Pick<ReportContext, 'people' | 'peopleExceptions'>,
  // biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
): Promise<Compute<any, any>> {
  const compute = await loadCompute(report);
  const own = people ? (await import('./restricted.ts')).restricted(compute) : compute;
  return byBoards(
    peopleExceptions ? (await import('./with-exceptions.ts')).withExceptions(own) : own,
  );
}

/** With the issues of each board, for a table by boards. */
const byBoards =
  // biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
    (compute: Compute<any, any>): Compute<any, any> =>
    (dataset, settings, context) => {
      const computed = compute(dataset, settings, context);
      const { members } = context.query ?? {};
      return members ? { ...computed, boards: boardRows(dataset, members) } : computed;
    };

/** The dataset whose histories are told to a reader: without the names that the policy of the site puts together. */
export async function datasetForReader(
  dataset: Dataset,
  { people }: Pick<ReportContext, 'people'>,
): Promise<Dataset> {
  const restriction = restrictionOn(people, dataset);
  return restriction
    ? (await import('./without-names.ts')).withoutNames(dataset, restriction)
    : dataset;
}

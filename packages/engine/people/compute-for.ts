import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Compute } from '@tallyboard/report-kit/contract.ts';
import { loadCompute } from '@tallyboard/reports/load-compute.ts';

/** The one way to the calculation of a report, for every door: it holds the policy of the site for figures on people. */
export async function loadComputeForReader(
  report: string,
  { people, peopleExceptions }: Pick<ReportContext, 'people' | 'peopleExceptions'>,
  // biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
): Promise<Compute<any, any>> {
  const compute = await loadCompute(report);
  const own = people ? (await import('./restricted.ts')).restricted(compute) : compute;
  return peopleExceptions ? (await import('./with-exceptions.ts')).withExceptions(own) : own;
}

/** The dataset whose histories are told to a reader: without the names that the policy of the site puts together. */
export async function datasetForReader(
  dataset: Dataset,
  { people }: Pick<ReportContext, 'people'>,
): Promise<Dataset> {
  return people ? (await import('./without-names.ts')).withoutNames(dataset, people) : dataset;
}

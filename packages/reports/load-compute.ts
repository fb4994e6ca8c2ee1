import type { Compute } from '@tallyboard/report-kit/contract.ts';

/** In a file of its own, so that the worker's build has no views. */
// biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
export async function loadCompute(id: string): Promise<Compute<any, any>> {
  return (await import(`./${id}/compute.ts`)).default;
}

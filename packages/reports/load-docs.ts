import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

/** The documentation of a report's gadget. */
export async function loadDocs(id: string): Promise<GadgetDocs> {
  return (await import(`./${id}/docs.json`)).default;
}

import type { GadgetDocs } from './about.ts';
import type { ReportId } from './catalogue/reports.ts';

/** The documentation of a report's gadget. */
export async function loadDocs(id: ReportId): Promise<GadgetDocs> {
  return (await import(`./${id}/docs.ts`)).default;
}

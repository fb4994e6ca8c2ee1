import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';
import { aboutReport } from './catalogue/reports.ts';

/** The documentation of a report's gadget; its summary where docs.json is missing or says less. */
export async function loadDocs(id: string): Promise<GadgetDocs> {
  const own: Partial<GadgetDocs> = await import(`./${id}/docs.json`).then(
    file => file.default,
    () => ({}),
  );
  return { shows: [aboutReport(id)?.gadget?.summary ?? ''], screenshot: null, ...own };
}

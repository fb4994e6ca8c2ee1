import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { aboutReport } from './catalogue/reports.ts';

/** Undefined for an unknown id. Rejects if the code cannot be loaded. */
export async function findReport(id: string): Promise<AnyReport | undefined> {
  const about = aboutReport(id);
  return about && (await import(`./${about.id}/index.ts`)).default;
}

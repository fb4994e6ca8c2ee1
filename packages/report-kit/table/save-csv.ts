import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { PlainTable } from './csv-text.ts';
import type { ReportTable } from './report-table.ts';

export interface SavedCsv {
  readonly name: string;
  readonly format: string;
}

/** The title of the message that says why. */
export const NOT_SAVED = 'The file was not saved';

// Dynamic: not part of the first load.
const file = () => import('./csv-file.ts');

/** Saves a table in the reader's format, named by its title and day: 'created-and-resolved-2026-11-26.csv'. */
export async function saveCsv(
  table: ReportTable,
  title: string,
  clock: Pick<ReportContext, 'asOf' | 'zone'>,
  byBoard: ReportTable | null = null,
): Promise<SavedCsv> {
  return (await file()).saveTable(table, title, clock, byBoard);
}

export async function savePlainCsv(table: PlainTable, title: string): Promise<SavedCsv> {
  return (await file()).savePlain(table, title);
}

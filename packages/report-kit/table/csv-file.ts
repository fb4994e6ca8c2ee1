import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { download } from '@tallyboard/ui/text/download.ts';
import { csvFormat, describeFormat } from './csv-format.ts';
import { csvTexts, type PlainTable } from './csv-text.ts';
import { plainTable, type ReportTable } from './report-table.ts';
import type { SavedCsv } from './save-csv.ts';

/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

type Clock = Pick<ReportContext, 'asOf' | 'zone'>;

export const saveTable = (
  table: ReportTable,
  title: string,
  clock: Clock,
  byBoard: ReportTable | null,
): SavedCsv => savePlain(plainTable(table), title, clock, byBoard && plainTable(byBoard));

/** Without a clock, of the reader's day now. */
export function savePlain(
  table: PlainTable,
  title: string,
  clock: Clock = now(),
  byBoard: PlainTable | null = null,
): SavedCsv {
  const format = csvFormat(navigator.language);
  const name = fileName(title, clock, 'csv');
  download(name, 'text/csv;charset=utf-8', BYTE_ORDER_MARK + csvTexts([table, byBoard], format));
  return { name, format: describeFormat(format) };
}

const now = (): Clock => ({
  asOf: Date.now(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** 'created-and-resolved-2026-11-26.csv': a title and the day of a clock. */
export function fileName(title: string, { asOf, zone }: Clock, extension: string): string {
  const words = [...title.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
  return `${[...words, dayText(localDay(asOf, zone))].join('-')}.${extension}`;
}

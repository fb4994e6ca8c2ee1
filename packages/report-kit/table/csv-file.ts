import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { download } from '@tallyboard/ui/text/download.ts';
import { csvFormat } from './csv-format.ts';
import { csvText, type PlainTable } from './csv-text.ts';
import { plainTable, type ReportTable } from './report-table.ts';

/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

type Clock = Pick<ReportContext, 'asOf' | 'zone'>;

export const saveTable = (table: ReportTable, title: string, clock: Clock): void =>
  savePlain(plainTable(table), title, clock);

/** Without a clock, of the reader's day now. */
export function savePlain(table: PlainTable, title: string, clock: Clock = now()): void {
  const text = BYTE_ORDER_MARK + csvText(table, csvFormat(navigator.language));
  download(
    csvName(title, dayText(localDay(clock.asOf, clock.zone))),
    'text/csv;charset=utf-8',
    text,
  );
}

const now = (): Clock => ({
  asOf: Date.now(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export const csvName = (title: string, day: string): string =>
  `${[...title.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu), [day]].map(([word]) => word).join('-')}.csv`;

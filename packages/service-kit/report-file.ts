/** The files of a report: tables, one page, and what a browser makes of that. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { answerSheets } from '@tallyboard/engine/ask/answer-sheets.ts';
import { figureFile, packView } from '@tallyboard/engine/ask/figure-view.ts';
import { workbook } from '@tallyboard/report-kit/files/workbook.ts';
import { chartOf, pdfOf } from './browser/figure-files.ts';

export const FILE_FORMATS = ['xlsx', 'html', 'pdf', 'png', 'svg'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const isFileFormat = (format: string): format is FileFormat =>
  FILE_FORMATS.some(each => each === format);

/** Formats that are no text. */
export const BINARY: ReadonlySet<string> = new Set(['xlsx', 'pdf', 'png']);

export interface FileOptions {
  /** The page that HTML is made of; '' where none is needed. */
  readonly page: string;
  /** The address of the Jira that shows issues; null where there is none. */
  readonly jira: string | null;
  /** The chart of a picture, from 1. */
  readonly chart: number;
  /** False: no issue is named in a list of its own. */
  readonly issues: boolean;
}

/** Throws a BrowserMissingError, and a ChartMissingError for a chart that the report lacks. */
export async function reportFile(
  answer: ReportAnswer,
  format: FileFormat,
  { page, jira, chart, issues }: FileOptions,
): Promise<string | Uint8Array> {
  if (format === 'xlsx') return workbook(await answerSheets(answer, { issues }));
  const html = figureFile(page, {
    view: await packView(answer, 'file'),
    jira,
    page: null,
    title: answer.title,
  });
  if (format === 'html') return html;
  return format === 'pdf' ? pdfOf(html, footerOf(answer)) : chartOf(html, chart, format);
}

/** 'Overview, as of Nov 29, 2026 10:41 (Europe/Berlin)'. */
export function footerOf({
  title,
  context,
  loaded,
}: Pick<ReportAnswer, 'title' | 'context' | 'loaded'>): string {
  const at = context.past ? context.asOf : loaded.fetchedAt;
  const when = formatInstant(at, context.zone, `${context.dateFormat} HH:mm`);
  return `${title}, as of ${when} (${context.zone})`;
}

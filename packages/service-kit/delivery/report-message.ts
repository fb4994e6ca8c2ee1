/** The figures of a report as a message. */

import { boardTableOf } from '@tallyboard/engine/ask/answer.ts';
import type { ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { figureFile, packView } from '@tallyboard/engine/ask/figure-view.ts';
import { csvTexts, type PlainTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { ChartMissingError } from '../browser/figure-files.ts';
import { BrowserMissingError } from '../browser/find-browser.ts';
import { reportFile } from '../report-file.ts';
import { chartPicture } from './chart-picture.ts';
import type { Message, MessageFile } from './message.ts';
import { partialReason, partOf } from './message-part.ts';

export type MessageFormat = 'csv' | 'xlsx' | 'html' | 'pdf';

export interface ReportMessageOptions {
  /** The name of the saved report. */
  readonly name: string;
  readonly file: MessageFormat | null;
  /** The recipient has no account: no group of fewer than three issues, and no issue, is in it. */
  readonly aggregate: boolean;
  /** The page that files and pictures are made of; null where pages are not built. */
  readonly page: string | null;
  readonly link: string | null;
  /** The address of the Jira that shows issues. */
  readonly jira: string | null;
  readonly now: number;
}

export interface ReportMessage {
  readonly message: Message;
  /** Why the figures may be too small or old; null if they are whole and fresh. */
  readonly partial: string | null;
}

export const TYPES: Readonly<Record<MessageFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
};

export async function reportMessage(
  answer: ReportAnswer,
  options: ReportMessageOptions,
): Promise<ReportMessage> {
  const { name, link, now } = options;
  const { part, json, plain } = partOf(answer, options);
  const attached = await fileOf(answer, plain, options);
  const picture = await pictureOf(answer, options);
  const { headline } = json;
  const message: Message = {
    ...part,
    subject: name,
    notes: [...part.notes, ...attached.notes, ...(picture.why === null ? [] : [picture.why])],
    picture: picture.picture,
    files: attached.files,
    link,
    event: {
      type: 'report.sent',
      data: {
        savedReport: name,
        report: json.report,
        title: json.title,
        asOf: json.asOf,
        timeZone: json.timeZone,
        complete: json.complete,
        ...(headline && { headline }),
        table: json.table,
        figures: json.figures,
        link,
      },
    },
  };
  return { message, partial: partialReason(answer, json, now) };
}

interface Attached {
  readonly files: readonly MessageFile[];
  readonly notes: readonly string[];
}

async function fileOf(
  answer: ReportAnswer,
  table: PlainTable,
  { name, file, aggregate, page, jira }: ReportMessageOptions,
): Promise<Attached> {
  if (file === null) return { files: [], notes: [] };
  const none = (why: string): Attached => ({ files: [], notes: [why] });
  const isPage = file === 'html' || file === 'pdf';
  if (isPage && aggregate)
    return none(
      `No ${file.toUpperCase()} is attached: it names issues, and goes to accounts alone.`,
    );
  if (isPage && page === null)
    return none(`No ${file.toUpperCase()} is attached: the server's pages are not built.`);
  const attach = (content: string | Uint8Array): Attached => {
    const data = Buffer.from(content as Uint8Array).toString('base64');
    return { files: [{ name: `${fileName(name)}.${file}`, type: TYPES[file], data }], notes: [] };
  };
  if (file === 'csv') {
    const byBoard = aggregate ? null : boardTableOf(answer);
    return attach(csvTexts([table, byBoard && plainTable(byBoard)]));
  }
  if (file === 'xlsx' && aggregate) {
    const { workbook } = await import('@tallyboard/report-kit/files/workbook.ts');
    return attach(await workbook([{ name: 'Report', ...table }]));
  }
  try {
    return attach(
      await reportFile(answer, file, { page: page ?? '', jira, chart: 1, issues: true }),
    );
  } catch (error) {
    if (error instanceof BrowserMissingError)
      return none(`No PDF is attached: the server has no browser that makes one.`);
    throw error;
  }
}

/** In a mail, a folder and a header alike. */
export const fileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 100) || 'report';

export async function pictureOf(
  answer: ReportAnswer,
  { page, aggregate }: Pick<ReportMessageOptions, 'page' | 'aggregate'>,
): Promise<{ readonly picture: string | null; readonly why: string | null }> {
  const none = (why: string | null) => ({ picture: null, why });
  if (aggregate) return none('Pictures go to recipients with an account alone.');
  if (answer.request.report.withoutIssues || answer.issues.length === 0) return none(null);
  if (page === null) return none("There is no picture: the server's pages are not built.");
  const html = figureFile(page, { view: await packView(answer, 'file'), jira: null, page: null });
  try {
    return { picture: await chartPicture(html), why: null };
  } catch (error) {
    if (error instanceof ChartMissingError) return none(null);
    if (error instanceof BrowserMissingError)
      return none('There is no picture: the server has no browser that draws one.');
    return none('There is no picture: it could not be drawn.');
  }
}

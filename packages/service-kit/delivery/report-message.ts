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

const TYPES: Readonly<Record<MessageFormat, string>> = {
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
  /** Why there is none. */
  readonly notes: readonly string[];
}

/** A file of a message, unless its recipient or the server cannot have it. */
export async function attachFile(
  {
    name,
    file,
    aggregate,
    page,
  }: Pick<ReportMessageOptions, 'name' | 'file' | 'aggregate' | 'page'>,
  make: (file: MessageFormat, page: string) => Promise<string | Uint8Array>,
): Promise<Attached> {
  if (file === null) return { files: [], notes: [] };
  const none = (why: string): Attached => ({
    files: [],
    notes: [`No ${file.toUpperCase()} is attached: ${why}`],
  });
  const isPage = file === 'html' || file === 'pdf';
  if (isPage && aggregate) return none('it names issues, and goes to accounts alone.');
  if (isPage && page === null) return none("the server's pages are not built.");
  try {
    const data = Buffer.from((await make(file, page ?? '')) as Uint8Array).toString('base64');
    return { files: [{ name: `${fileName(name)}.${file}`, type: TYPES[file], data }], notes: [] };
  } catch (error) {
    if (error instanceof BrowserMissingError)
      return none('the server has no browser that makes one.');
    throw error;
  }
}

const fileOf = (
  answer: ReportAnswer,
  table: PlainTable,
  options: ReportMessageOptions,
): Promise<Attached> =>
  attachFile(options, async (file, page) => {
    const { aggregate, jira } = options;
    if (file === 'csv') {
      const byBoard = aggregate ? null : boardTableOf(answer);
      return csvTexts([table, byBoard && plainTable(byBoard)]);
    }
    if (file === 'xlsx' && aggregate) {
      const { workbook } = await import('@tallyboard/report-kit/files/workbook.ts');
      return workbook([{ name: 'Report', ...table }]);
    }
    return reportFile(answer, file, { page, jira, chart: 1, issues: true });
  });

/** In a mail, a folder and a header alike. */
const fileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 100) || 'report';

async function pictureOf(
  answer: ReportAnswer,
  { page, aggregate }: Pick<ReportMessageOptions, 'page' | 'aggregate'>,
): Promise<{ readonly picture: string | null; readonly why: string | null }> {
  const none = (why: string | null) => ({ picture: null, why });
  if (aggregate) return none(ACCOUNTS_ALONE);
  if (!mayHaveChart(answer)) return none(null);
  if (page === null) return none(NOT_BUILT);
  const view = await packView(answer, 'file');
  const html = figureFile(page, { view, jira: null, page: null, title: answer.title });
  try {
    return { picture: await chartPicture(html), why: null };
  } catch (error) {
    return none(noPicture(error));
  }
}

export const ACCOUNTS_ALONE = 'Pictures go to recipients with an account alone.';
export const NOT_BUILT = "There is no picture: the server's pages are not built.";

export const mayHaveChart = ({ request, issues }: ReportAnswer): boolean =>
  !request.report.withoutIssues && issues.length > 0;

/** Why a picture was not drawn; null for a report without a chart. */
export function noPicture(error: unknown): string | null {
  if (error instanceof ChartMissingError) return null;
  return error instanceof BrowserMissingError
    ? 'There is no picture: the server has no browser that draws one.'
    : 'There is no picture: it could not be drawn.';
}

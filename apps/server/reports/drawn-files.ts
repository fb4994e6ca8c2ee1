/** Files of reports that an installed browser draws of their page: PDF, and pictures of a chart. */
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { ChartMissingError, chartOf, pdfOf } from '@tallyboard/service-kit/browser/figure-files.ts';
import { BrowserMissingError } from '@tallyboard/service-kit/browser/find-browser.ts';

export type DrawnFormat = 'pdf' | 'png' | 'svg';

/** A browser needs a core and some hundred MB. */
const AT_ONCE = 2;
const MAX_WAITING = 10;

let drawing = 0;
const waiting: (() => void)[] = [];

interface DrawnFile {
  readonly format: DrawnFormat;
  /** Of a picture, from 1. */
  readonly chart: number;
  /** Below each page of a PDF. */
  readonly footer: string;
}

/** Throws a JiraError where there is no browser or no such chart, and while many others wait. */
export async function drawnFile(
  html: string,
  { format, chart, footer }: DrawnFile,
): Promise<Buffer> {
  if (drawing >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new JiraError(503, 'Many PDF files and pictures are being drawn. Ask again later.');
    // Whoever is done hands its place on.
    await new Promise<void>(done => waiting.push(done));
  } else drawing += 1;
  try {
    return Buffer.from(
      format === 'pdf' ? await pdfOf(html, footer) : await chartOf(html, chart, format),
    );
  } catch (error) {
    if (error instanceof BrowserMissingError) throw new JiraError(501, error.message);
    if (error instanceof ChartMissingError) throw new JiraError(400, error.message);
    throw error;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}

/** The chart of a call for a picture. Throws a JiraError. */
export function chartNumber(text: unknown): number {
  if (text === undefined) return 1;
  if (typeof text !== 'string' || !/^[1-9]\d{0,2}$/.test(text))
    throw new JiraError(400, "'chartNumber' is the number of a chart of the report: 1, 2, ...");
  return Number(text);
}

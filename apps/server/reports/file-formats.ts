/** The formats of reports besides JSON: the table that files have. */
import type { Readable } from 'node:stream';
import type { Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Sheet } from '@tallyboard/report-kit/files/workbook.ts';
import { csvTexts, type TypedTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import Negotiator from 'negotiator';
import type { DrawnFormat } from './drawn-files.ts';

/** What files are made of. */
export interface FileTables {
  readonly table: TypedTable;
  /** Of a board set; null without one. */
  readonly byBoard: TypedTable | null;
  /** Those of a workbook, the table among them. */
  readonly sheets: () => Promise<readonly Sheet[]>;
}

export interface FileFormat {
  readonly id: string;
  /** A media type. */
  readonly type: string;
  readonly extension: string;
  /** Writes the tables, in the process that computes them. Null: a page with a view of the figures. */
  readonly write: ((file: FileTables) => string | Promise<Readable | Uint8Array>) | null;
  /** An installed browser draws it of that page. */
  readonly drawn?: DrawnFormat;
}

export const JSON_TYPE = 'application/json';

export const FILE_FORMATS: readonly FileFormat[] = [
  {
    id: 'csv',
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: ({ table, byBoard }) => csvTexts([table, byBoard]),
  },
  {
    id: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    write: async ({ sheets }) => {
      const { workbook } = await import('@tallyboard/report-kit/files/workbook.ts');
      return workbook(await sheets());
    },
  },
  {
    id: 'arrow',
    type: 'application/vnd.apache.arrow.stream',
    extension: 'arrows',
    write: async ({ table }) => (await import('./arrow-stream.ts')).arrowStream(table),
  },
  {
    id: 'html',
    type: 'text/html; charset=utf-8',
    extension: 'html',
    write: null,
  },
  { id: 'pdf', type: 'application/pdf', extension: 'pdf', write: null, drawn: 'pdf' },
  { id: 'png', type: 'image/png', extension: 'png', write: null, drawn: 'png' },
  { id: 'svg', type: 'image/svg+xml', extension: 'svg', write: null, drawn: 'svg' },
];

export const plainType = ({ type }: FileFormat) => type.split(';')[0] ?? type;

/** Those of a report; one without figures, such as a text, has no view. */
export function formatsOf(report: string): readonly FileFormat[] {
  const hasFigures = aboutReport(report)?.gadget?.queryBy !== 'none';
  return FILE_FORMATS.filter(({ write }) => hasFigures || write !== null);
}

/** The format of a call for a report, by its parameter `format`, else by its header `Accept`; null for JSON. Throws a JiraError with 406. */
export function chooseFormat(
  { query, headers }: Pick<Call, 'query' | 'headers'>,
  report: string,
): FileFormat | null {
  const { format } = query;
  const formats = formatsOf(report);
  if (format !== undefined) {
    const chosen = formats.find(({ id }) => id === format);
    if (chosen || format === 'json') return chosen ?? null;
    throw notAcceptable(`There is no format '${format}'.`, formats);
  }
  const types = [JSON_TYPE, ...formats.map(plainType)];
  const accepted = headers.accept ?? '*/*';
  const [best] = new Negotiator({ headers: { accept: accepted } }).mediaTypes(types);
  if (best === undefined)
    throw notAcceptable(`There is no format for 'Accept: ${accepted}'.`, formats);
  return formats.find(each => plainType(each) === best) ?? null;
}

/** The bytes of a file. */
export async function writeFile(format: string, tables: FileTables): Promise<Uint8Array> {
  const file = await FILE_FORMATS.find(({ id }) => id === format)?.write?.(tables);
  if (file === undefined) throw new Error(`There is no file of the format '${format}'.`);
  if (file instanceof Uint8Array) return file;
  return typeof file === 'string' ? Buffer.from(file) : Buffer.concat(await file.toArray());
}

function notAcceptable(why: string, formats: readonly FileFormat[]): JiraError {
  const names = formats.map(each => `${each.id} (${plainType(each)})`);
  return new JiraError(406, `${why} There are: json (${JSON_TYPE}), ${names.join(', ')}.`);
}

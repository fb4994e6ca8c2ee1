/** The formats of reports besides JSON: the table that files have. */
import type { Readable } from 'node:stream';
import type { Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { csvText, type TypedTable } from '@tallyboard/report-kit/table/csv-text.ts';
import Negotiator from 'negotiator';

export interface FileFormat {
  readonly id: string;
  /** A media type. */
  readonly type: string;
  readonly extension: string;
  write(table: TypedTable): string | Promise<Readable | Uint8Array>;
}

export const JSON_TYPE = 'application/json';

export const FILE_FORMATS: readonly FileFormat[] = [
  { id: 'csv', type: 'text/csv; charset=utf-8', extension: 'csv', write: table => csvText(table) },
  {
    id: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    write: async table => (await import('./workbook.ts')).workbook(table),
  },
  {
    id: 'arrow',
    type: 'application/vnd.apache.arrow.stream',
    extension: 'arrows',
    write: async table => (await import('./arrow-stream.ts')).arrowStream(table),
  },
];

export const plainType = ({ type }: FileFormat) => type.split(';')[0] ?? type;

/** The format of a call, by its parameter `format`, else by its header `Accept`; null for JSON. Throws a JiraError with 406. */
export function chooseFormat({
  query,
  headers,
}: Pick<Call, 'query' | 'headers'>): FileFormat | null {
  const { format } = query;
  if (format !== undefined) {
    const chosen = FILE_FORMATS.find(({ id }) => id === format);
    if (chosen || format === 'json') return chosen ?? null;
    throw notAcceptable(`There is no format '${format}'.`);
  }
  const types = [JSON_TYPE, ...FILE_FORMATS.map(plainType)];
  const accepted = headers.accept ?? '*/*';
  const [best] = new Negotiator({ headers: { accept: accepted } }).mediaTypes(types);
  if (best === undefined) throw notAcceptable(`There is no format for 'Accept: ${accepted}'.`);
  return FILE_FORMATS.find(each => plainType(each) === best) ?? null;
}

function notAcceptable(why: string): JiraError {
  const formats = FILE_FORMATS.map(each => `${each.id} (${plainType(each)})`);
  return new JiraError(406, `${why} There are: json (${JSON_TYPE}), ${formats.join(', ')}.`);
}

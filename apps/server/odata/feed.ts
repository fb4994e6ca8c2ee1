/** Saved reports as a feed of OData 4.01, for spreadsheets and analysts' programs; see docs/odata.md. */

import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { html } from '@tallyboard/replica/rest/shape/html.ts';
import { hintFor } from '@tallyboard/report-kit/settings/describe.ts';
import type { PlainField } from '@tallyboard/report-kit/table/csv-text.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { FastifyReply } from 'fastify';
import { answerOf, type Figures, reasonOfNone } from '../reports/figures.ts';
import { whileConnected } from '../reports/reader-call.ts';
import { type OwnStores, savedOf, savedQuery } from '../reports/saved-question.ts';
import { checkFormat, ODataError, type Row, readOptions, rowsOf } from './query.ts';

const PATH = '/odata';
/** Rows of a page. */
const PAGE = 5_000;
/** The metadata names the columns of each, which are known only once its report is computed. */
const MAX_SETS = 100;

/** A saved report under a name that OData can write. */
interface EntitySet {
  readonly name: string;
  readonly saved: SavedReport;
}

interface Figured {
  readonly asOf: string;
  readonly isComplete: boolean;
  readonly none: string | null;
  readonly eyes: string | undefined;
  readonly properties: readonly PlainField[];
  readonly rows: readonly Row[];
}

export function odataFeed(api: Api, figures: Figures, store: OwnStores): void {
  const setsOf = async (call: Call) => namedSets(await savedOf(store, call));
  const listed = async (call: Call) => (await setsOf(call)).slice(0, MAX_SETS);

  const find = async (call: Call, name: string): Promise<EntitySet> => {
    const sets = await setsOf(call);
    const found = sets.find(set => set.saved.id === name) ?? sets.find(set => set.name === name);
    if (found) return found;
    throw noSet(name, sets.slice(0, MAX_SETS));
  };

  const figured = async (call: Call, saved: SavedReport, signal: AbortSignal): Promise<Figured> => {
    const query = { ...(await savedQuery(call, store, saved)), issueRows: true };
    return figuredOf(answerOf(await figures.get(call, query, signal)));
  };

  const get = (path: string, answer: (call: Call, signal: AbortSignal) => Promise<unknown>) =>
    api.root.get(path, { ...READ_FIGURES, kind: 'feed' }, async call => {
      const { reply } = call;
      const newest = String(call.headers['odata-maxversion'] ?? '4.01');
      reply.header('OData-Version', newest.startsWith('4.01') ? '4.01' : '4.0');
      try {
        checkFormat(call.query.$format, path.endsWith('$metadata'));
        return await whileConnected(call, async signal => reply.send(await answer(call, signal)));
      } catch (error) {
        return sendError(reply, error);
      }
    });

  // A service root ends with a slash; people type it without.
  for (const path of [PATH, `${PATH}/`])
    get(path, async call => ({
      '@odata.context': `${call.base}${PATH}/$metadata`,
      value: (await listed(call)).map(({ name, saved }) => ({
        name,
        title: saved.name,
        kind: 'EntitySet',
        url: name,
      })),
    }));

  get(`${PATH}/$metadata`, async (call, signal) => {
    const sets = await listed(call);
    const types = await Promise.all(
      sets.map(async ({ name, saved }) => {
        // One that cannot be computed must not take the others along: it has no columns.
        const known = await figured(call, saved, signal).catch(error => {
          if (error instanceof JiraError && error.status < 500) return null;
          throw error;
        });
        return { name, saved, properties: known?.properties ?? [] };
      }),
    );
    call.reply.type('application/xml; charset=utf-8');
    return metadata(types);
  });

  get(`${PATH}/:set`, async (call, signal) => {
    const { set = '' } = call.params;
    const [, name = set, key] = /^([^()]+)(?:\((\d+)\))?$/.exec(set) ?? [];
    const { saved, name: own } = await find(call, name);
    const { rows, properties, asOf, eyes, isComplete, none } = await figured(call, saved, signal);
    const facts = {
      '@tallyboard.asOf': asOf,
      ...(eyes !== undefined && { '@tallyboard.eyes': eyes }),
      ...(!isComplete && { '@tallyboard.complete': false }),
      ...(none !== null && { '@tallyboard.note': none }),
    };
    const context = `${call.base}${PATH}/$metadata#${own}`;
    if (key !== undefined) {
      const row = rows.find(({ Row }) => Row === Number(key));
      if (!row) throw new ODataError(404, `There is no row ${key}.`);
      return { '@odata.context': `${context}/$entity`, ...facts, ...row };
    }
    const names = ['Row', 'Key', ...properties.map(property => property.name)];
    const query = readOptions(call.query, names);
    const from = query.from;
    const found = rowsOf(rows, query);
    const page = found.rows.slice(from, from + PAGE);
    const { select } = query;
    return {
      '@odata.context': context,
      ...facts,
      ...(query.count && { '@odata.count': found.count }),
      value: select === null ? page : page.map(row => picked(row, select)),
      ...(from + PAGE < found.rows.length && { '@odata.nextLink': nextLink(call, from + PAGE) }),
    };
  });

  get(`${PATH}/:set/$count`, async (call, signal) => {
    const { saved } = await find(call, call.params.set ?? '');
    const { rows, properties } = await figured(call, saved, signal);
    const names = ['Row', 'Key', ...properties.map(({ name }) => name)];
    const { count } = rowsOf(rows, readOptions(call.query, names));
    // Only now: errors are JSON.
    call.reply.type('text/plain; charset=utf-8');
    return String(count);
  });
}

function namedSets(all: readonly (SavedReport & { readonly isOwn: boolean })[]): EntitySet[] {
  const named = Map.groupBy(all, ({ name }) => identifier(name));
  return all.map(saved => {
    const name = identifier(saved.name);
    const same = named.get(name) ?? [];
    // A shared report does not take the name of an own one.
    const rivals = saved.isOwn ? same.filter(({ isOwn }) => isOwn) : same;
    return { saved, name: rivals.length === 1 ? name : `${name}_${saved.id}` };
  });
}

function noSet(name: string, sets: readonly EntitySet[]): ODataError {
  const names = sets.map(set => set.name);
  const known = names.join(', ') || 'none: save a report first';
  const hint = hintFor(name, names);
  return new ODataError(
    404,
    `There is no saved report '${name}' for you.${hint} There are ${known}.`,
  );
}

function figuredOf(answer: Answer): Figured {
  const { asOf, eyes, complete: isComplete, table } = answer;
  const none = reasonOfNone(answer);
  const names = new Map<string, number>([
    ['Row', 1],
    ['Key', 1],
  ]);
  const properties = table.fields.map(({ name, type }) => {
    const plain = identifier(name);
    const times = (names.get(plain) ?? 0) + 1;
    names.set(plain, times);
    return { type, name: times === 1 ? plain : `${plain}_${times}` };
  });
  // Programs sum rows themselves.
  const own = table.hasTotal ? table.rows.slice(0, -1) : table.rows;
  const rows = own.map((cells, at) => ({
    Row: at + 1,
    Key: table.keys[at] ?? '',
    ...Object.fromEntries(
      properties.map(({ name, type }, column) => [name, typed(cells[column] ?? null, type)]),
    ),
  }));
  return { asOf, eyes, isComplete, none, properties, rows };
}

/** A property has one type in all rows. */
function typed(cell: string | number | null, type: PlainField['type']): string | number | null {
  if (cell === null) return null;
  return type === 'number' ? (typeof cell === 'number' ? cell : null) : String(cell);
}

const picked = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]));

/** Letters, digits and '_', not beginning with a digit. */
function identifier(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{Nd}_]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return /^\p{Nd}/u.test(plain) || plain === '' ? `_${plain}` : plain;
}

function nextLink(call: Call, from: number): string {
  const address = new URL(call.url);
  address.searchParams.set('$skiptoken', String(from));
  return address.href;
}

const EDM = { number: 'Edm.Double', text: 'Edm.String' } as const;

function metadata(
  types: readonly (EntitySet & { readonly properties: readonly PlainField[] })[],
): string {
  const entities = types.map(
    ({ name, properties }) => html`<EntityType Name="${name}_row">
<Key><PropertyRef Name="Row"/></Key>
<Property Name="Row" Type="Edm.Int32" Nullable="false"/>
<Property Name="Key" Type="Edm.String" Nullable="false"/>
${properties.map(property => html`<Property Name="${property.name}" Type="${EDM[property.type]}"/>\n`)}</EntityType>\n`,
  );
  const sets = types.map(
    ({ name, saved }) => html`<EntitySet Name="${name}" EntityType="Tallyboard.${name}_row">
<Annotation Term="Org.OData.Core.V1.Description" String="${saved.name}"/>
</EntitySet>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
${
  html`<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
<edmx:DataServices>
<Schema Namespace="Tallyboard" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${entities}<EntityContainer Name="SavedReports">
${sets}</EntityContainer>
</Schema>
</edmx:DataServices>
</edmx:Edmx>`.text
}`;
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const isKnown = error instanceof ODataError || error instanceof JiraError;
  if (!isKnown) throw error;
  return reply
    .code(error.status)
    .header('Cache-Control', 'no-store')
    .send({ error: { code: String(error.status), message: error.message } });
}

/** The questions of calls: an address, a body, or a saved report. */
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { type Asked, readQuestion, readReport } from '@tallyboard/engine/ask/read-question.ts';
import type { SavedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import {
  type PinAsked,
  pinOfSince,
  readExpected,
  readPinWhy,
  readWhy,
} from '@tallyboard/engine/why/read-why.ts';
import { type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { showValue } from '@tallyboard/report-kit/settings/describe.ts';
import { settingsOfText } from '@tallyboard/report-kit/settings/of-text.ts';
import type { PageRequest } from './list-page.ts';
import type { ReportQuery } from './report-job.ts';
import { type BoardSets, boardSetsOf } from './visible-board-sets.ts';

/** `table` and `locale` have no effect: clients of earlier versions send them. */
const MEMBERS = [
  ...[
    'jql',
    'boardSet',
    'settings',
    'asOf',
    'timeZone',
    'locale',
    'keys',
    'table',
    'result',
    'issues',
  ],
];
const MAX_KEYS = 5_000;

interface ReportBody {
  readonly query: ReportQuery;
  /** Null for the figures. */
  readonly page: PageRequest | null;
}

/** The checked body of a call; `id` is the report of its address. Throws a JiraError. */
export async function readQuery(call: Call, store: BoardSets, id?: string): Promise<ReportBody> {
  const body = readBody(call, id ? MEMBERS : ['report', ...MEMBERS]);
  const { report = id, keys, result, issues, table } = body;
  checkFlag('table', table);
  const asked = { ...askedOf(body), report };
  const query = await queryOf(call, store, asked, {
    result: checkFlag('result', result),
    issueRows: checkFlag('issues', issues),
    status: id ? 404 : 400,
  });
  return { query, page: keys === undefined ? null : readPage(keys) };
}

/** A call about one figure, by its body or its address; `about` is the member that says what is asked of it. Throws a JiraError. */
export async function readAbout(
  call: Call,
  store: BoardSets,
  about: 'since' | 'expected',
  pins: { asked(call: Call, id: string): Promise<PinAsked> },
): Promise<ReportQuery> {
  const report = call.params.id;
  const own = ['figure', ...(about === 'since' ? ['since', 'against'] : [about])];
  const isAddress = call.reply.request.method === 'GET';
  const members = isAddress
    ? call.query
    : readBody(call, ['jql', 'boardSet', 'settings', 'asOf', 'timeZone', ...own]);
  const pin = about === 'since' ? pinOfSince(members.since) : null;
  if (pin !== null) return sincePin(call, await pins.asked(call, pin), members);
  const others = Object.fromEntries(
    Object.entries(members).filter(([name]) => !own.includes(name)),
  );
  const query = isAddress
    ? await readAddress(call, store, report ?? '', others)
    : await queryOf(call, store, { ...askedOf(others), report }, { status: 404 });
  try {
    return about === 'since'
      ? { ...query, why: readWhy(members, call.now()) }
      : { ...query, expected: readExpected(members) };
  } catch (error) {
    return refuse(400)(error);
  }
}

/** A pin has its own question: no other member goes with it. */
function sincePin(
  call: Call,
  pin: PinAsked,
  { figure, since: _, ...others }: Readonly<Record<string, unknown>>,
): ReportQuery {
  const { report } = pin.question;
  const [more] = Object.keys(others);
  if (more !== undefined)
    throw wrong(`${more}: a pin has its own question. Leave it out, or give since a day.`);
  if (report.id !== call.params.id) throw wrong(`since: the pin is of the report '${report.id}'.`);
  try {
    return { ...plainQuery(call, pin.question), why: readPinWhy(pin, { figure }) };
  } catch (error) {
    return refuse(400)(error);
  }
}

/** The question of an address: settings are its other parameters, by their names. Throws a JiraError. */
export async function readAddress(
  call: Call,
  store: BoardSets,
  id: string,
  given: Call['query'] = call.query,
): Promise<ReportQuery> {
  const {
    jql,
    boardSet,
    asOf,
    timeZone,
    locale: _,
    table,
    result,
    issues,
    format: __,
    chartNumber: ___,
    ...named
  } = given;
  const report = await readReport(id).catch(refuse(404));
  checkFlag('table', flagOf(table));
  const settings =
    Object.keys(named).length > 0 ? settingsOfText(report.settings, named) : undefined;
  return queryOf(
    call,
    store,
    { report: id, ...definedOf({ jql, boardSet, settings, asOf, timeZone }) },
    {
      result: checkFlag('result', flagOf(result)),
      issueRows: checkFlag('issues', flagOf(issues)),
      status: 404,
    },
  );
}

const askedOf = ({
  jql,
  boardSet,
  settings,
  asOf,
  timeZone,
}: Readonly<Record<string, unknown>>): Asked =>
  definedOf({ jql, boardSet, settings, asOf, timeZone });

const definedOf = (members: Readonly<Record<string, unknown>>): Asked =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

interface Reading {
  readonly saved?: SavedQuestion;
  readonly result?: boolean;
  readonly issueRows?: boolean;
  /** For a report that does not exist. */
  readonly status?: number;
}

/** What is asked, by the rights of the call. Throws a JiraError. */
export const askedBy = (
  call: Call,
  store: BoardSets,
  asked: Asked,
  { saved, status = 400 }: Pick<Reading, 'saved' | 'status'> = {},
): Promise<Question> =>
  readQuestion(asked, {
    now: call.now(),
    boardSets: () => boardSetsOf(store, call),
    ...(saved && { saved }),
  }).catch(refuse(status));

/** A question for the pool. Throws a JiraError. */
export async function queryOf(
  call: Call,
  store: BoardSets,
  asked: Asked,
  { result = false, issueRows = false, ...reading }: Reading = {},
): Promise<ReportQuery> {
  const question = await askedBy(call, store, asked, reading);
  return { ...plainQuery(call, question), result, issueRows };
}

/** A question as the processes of reports take it, for the rights of the call. */
export const plainQuery = (
  call: Call,
  { report, scope, settings, asOf, timeZone, notes = [] }: Question,
): ReportQuery => ({
  report: report.id,
  scope,
  settings: settings.stored,
  asOf,
  timeZone,
  notes,
  aggregate: call.reply.request.accessKey?.aggregateOnly ?? false,
});

const refuse = (statusOfReport: number) => (error: unknown) => {
  if (!(error instanceof QuestionError)) throw error;
  const { problems } = error;
  const status = problems.some(({ path }) => path === 'report') ? statusOfReport : 400;
  throw new JiraError(
    status,
    problems.map(describeProblem),
    Object.fromEntries(problems.flatMap(({ path, text }) => (path === '' ? [] : [[path, text]]))),
  );
};

const flagOf = (text: unknown): unknown =>
  text === 'true' ? true : text === 'false' ? false : text;

function checkFlag(name: string, value: unknown = false): boolean {
  if (typeof value === 'boolean') return value;
  const text = `${showValue(value)} is not true or false.`;
  throw new JiraError(400, describeProblem({ path: name, text }), { [name]: text });
}

/** What else an address asks of a saved report. Throws a JiraError. */
export const askedOfSaved = ({ query }: Call) => ({
  result: checkFlag('result', flagOf(query.result)),
  issueRows: checkFlag('issues', flagOf(query.issues)),
});

function readPage(value: unknown): PageRequest {
  const { of, from = 0, limit = MAX_KEYS } = { ...(value as Partial<PageRequest> | null) };
  const isPage =
    typeof of === 'string' &&
    Number.isSafeInteger(from) &&
    from >= 0 &&
    Number.isSafeInteger(limit) &&
    limit >= 1 &&
    limit <= MAX_KEYS;
  if (isPage) return { of, from, limit };
  throw wrong(
    `keys is {of, from, limit}: the place of a figure such as /result/total, a position from 0, and 1 to ${MAX_KEYS}.`,
  );
}

const wrong = (text: string) => new JiraError(400, text);

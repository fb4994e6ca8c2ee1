import { readReport } from '@tallyboard/engine/ask/read-question.ts';
import { pinOfSince, readExpected, readPinWhy, readWhy } from '@tallyboard/engine/why/read-why.ts';
import { describeSetting } from '@tallyboard/report-kit/settings/describe.ts';
import { loadDocs } from '@tallyboard/reports/load-docs.ts';
import type { Answer } from '../answer.ts';
import { factsOf, reasonsOf, requireWhole } from '../figure-answer.ts';
import { type McpHost, ToolError } from '../host.ts';
import { reportLink } from '../links.ts';
import { readQuestion } from '../question.ts';
import { cellOf, type IssuesArgs, namesCell } from './issues.ts';
import { type CompareArgs, compare, readPair } from './report.ts';

export type ExplainArgs = IssuesArgs &
  CompareArgs & {
    readonly since?: string;
    readonly against?: object;
    readonly expected?: number;
  };

/** What a report means, or why a figure differs between two times, settings or queries. */
export async function explain(
  host: McpHost,
  args: ExplainArgs,
  signal: AbortSignal,
): Promise<Answer> {
  const { expected, since, against, otherAsOf, otherJql } = args;
  const isGiven = (...some: readonly unknown[]) => some.some(each => each !== undefined);
  const ways = [isGiven(expected), isGiven(since, against), isGiven(otherAsOf, otherJql)];
  if (ways.filter(Boolean).length > 1)
    throw new ToolError(
      'Give one of since, against, expected, and otherAsOf or otherJql: each is a question of its own.',
    );
  if (expected !== undefined) return expectedNumber(host, args, signal);
  if (isGiven(since, against)) return changes(host, args, signal);
  if (!isGiven(otherAsOf, otherJql)) return definitions(host, args, signal);
  if (!namesCell(args)) return compare(host, args, signal);
  return difference(host, args, signal);
}

async function definitions(host: McpHost, args: ExplainArgs, signal: AbortSignal): Promise<Answer> {
  const isComputed = [args.jql, args.boardSet, args.saved].some(each => each !== undefined);
  const question = isComputed ? await readQuestion(host, args) : null;
  const chosen = question?.report ?? (await readReport(args.report));
  const { shows } = await loadDocs(chosen.id);
  const computed = question && (await host.figures(question, signal)).json;
  const meanings = computed?.definitions.map(({ figure, text }) => [figure, text]) ?? [];
  const settings = chosen.settings.list.map(setting => [
    `setting ${setting.name}`,
    describeSetting(setting).replace(/\s+/g, ' ').trim(),
  ]);
  return {
    title: chosen.title(chosen.settings.defaults),
    headline: shows.join(' '),
    reasons: [],
    table: { columns: ['Term', 'Meaning'], rows: [...meanings, ...settings] },
    facts: computed ? factsOf(computed) : ['give jql for the definitions of its figures'],
    notes: [chosen.tips],
    link: question && reportLink(host, question),
    data: { report: chosen.id },
  };
}

/** The largest; the others are in the answer of the report's REST call. */
const MAX_CAUSES = 25;

/** Why a figure is another one than since a time, or with other settings. */
async function changes(host: McpHost, args: ExplainArgs, signal: AbortSignal): Promise<Answer> {
  if (host.issueRefusal !== null) throw new ToolError(host.issueRefusal);
  const { question, asked } = await readChanges(host, args);
  const why = await host.why(question, asked, signal);
  const largest = why.causes.toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const kept = new Set(largest.slice(0, MAX_CAUSES));
  const causes = why.causes.filter(cause => kept.has(cause));
  return {
    title: `${why.name}: ${why.before ?? 'none'} and ${why.after ?? 'none'}`,
    headline: why.story,
    reasons: [],
    facts: [...(why.since ? [`since ${why.since}`] : []), `as of ${why.asOf}`],
    notes: why.doubts,
    link: reportLink(host, question),
    data: { ...why, causes, moreCauses: why.causes.length - causes.length },
  };
}

/** A pin has its own question. */
async function readChanges(host: McpHost, args: ExplainArgs) {
  const id = pinOfSince(args.since);
  if (id === null) {
    const question = await readQuestion(host, args);
    return { question, asked: readWhy(args, host.now()) };
  }
  const pin = await host.pinAsked(id);
  return { question: pin.question, asked: readPinWhy(pin, args) };
}

/** Which ways to count give the number that the reader expected. */
async function expectedNumber(
  host: McpHost,
  args: ExplainArgs,
  signal: AbortSignal,
): Promise<Answer> {
  if (host.issueRefusal !== null) throw new ToolError(host.issueRefusal);
  const question = await readQuestion(host, args);
  const found = await host.expected(question, readExpected(args), signal);
  return {
    title: `${found.name}: ${found.value ?? 'none'}, expected ${found.expected}`,
    headline: found.story,
    reasons: [],
    facts: [`as of ${found.asOf}`, 'it says what would be, not how another tool counts'],
    notes: found.doubts,
    link: reportLink(host, question),
    data: { ...found, found: found.found.slice(0, MAX_WAYS) },
  };
}

const MAX_WAYS = 10;

/** Issues of a figure that are compared one by one. */
const MAX_KEYS = 5_000;

async function difference(host: McpHost, args: ExplainArgs, signal: AbortSignal): Promise<Answer> {
  const { question, other } = await readPair(host, args);
  const [first, second] = await Promise.all([
    host.figures(question, signal),
    host.figures(other, signal),
  ]);
  const reasons = [...new Set([...reasonsOf(first.json), ...reasonsOf(second.json)])];
  requireWhole(reasons, args.strict);
  const cells = [first, second].map(({ json }) => cellOf(json, args));
  const [a, b] = cells as [(typeof cells)[number], (typeof cells)[number]];
  const answer = {
    title: `${first.json.title}, ${a.name}: ${a.value} and ${b.value}`,
    reasons,
    facts: [...factsOf(first.json), `second: ${factsOf(second.json).join(', ')}`],
    link: reportLink(host, question),
    data: { report: first.json.report, first: a.value, second: b.value },
  };
  if (host.issueRefusal !== null)
    return { ...answer, notes: [`Which issues differ is not shown: ${host.issueRefusal}`] };
  const [before, after] = await Promise.all([
    first.keys(a.pointer, 0, MAX_KEYS),
    second.keys(b.pointer, 0, MAX_KEYS),
  ]);
  if (!before || !after) throw new ToolError(`'${a.name}' is not a number of issues. ${a.others}`);
  const isCut = before.total > MAX_KEYS || after.total > MAX_KEYS;
  if (isCut) throw new ToolError(`The figure has over ${MAX_KEYS} issues: narrow the query.`);
  const [was, is] = [new Set(before.keys), new Set(after.keys)];
  const left = before.keys.filter(key => !is.has(key));
  const joined = after.keys.filter(key => !was.has(key));
  return {
    ...answer,
    headline: `${joined.length} issues joined, ${left.length} left, ${is.size - joined.length} are in both.`,
    table: {
      columns: ['Issue', 'Change'],
      rows: [...joined.map(key => [key, 'joined']), ...left.map(key => [key, 'left'])],
    },
    data: { ...answer.data, joined: joined.length, left: left.length },
  };
}

/** A board set as its reader sees it: the query of its issues, its boards, and what is left out. */
import {
  type FlatBoardSet,
  type IssueSource,
  parseFlatBoardSet,
} from '@tallyboard/core/model/board-set.ts';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import { stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import type { ResolvedBoardSet } from '@tallyboard/report-kit/contract.ts';
import { NOTHING } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { EngineError } from '../failure.ts';

/** A board that is deleted or hidden, or whose filter is: Cloud answers 400 for a hidden filter. */
const HIDDEN: ReadonlySet<number> = new Set([400, 403, 404]);

/** Calls of the engine, or of a page without one. */
interface Calls {
  readonly boardFilter: (args: { readonly boardId: number }) => Promise<string>;
  readonly checkJql: (args: {
    readonly jql: string;
  }) => Promise<{ readonly errors: readonly string[] }>;
}

interface Clause {
  readonly member: IssueSource;
  /** Null where the reader may not use it. */
  readonly jql: string | null;
  /** Jira refuses it, also that of a board's filter. */
  readonly isRefused?: true;
}

/** Rejects with errors of the engine, other than those of hidden members. */
export async function resolveBoardSet(engine: Calls, set: FlatBoardSet): Promise<ResolvedBoardSet> {
  const clauses = await usable(engine, await Promise.all(set.members.map(clauseOf(engine))));
  const members = clauses.flatMap(({ member, jql }) =>
    jql === null ? [] : [{ source: member, jql }],
  );
  return {
    jql: members.length === 0 ? NOTHING : unionOf(members.map(({ jql }) => jql)),
    boards: members.flatMap(({ source }) => ('board' in source ? source.board : [])),
    members,
    notes: notesOf(set, clauses),
  };
}

/** The same of an address, whose members are unchecked. */
export async function resolveStored(engine: Calls, stored: unknown): Promise<ResolvedBoardSet> {
  const set = parseFlatBoardSet(stored);
  if (!set) throw new Error('The board set of this address cannot be read. Choose it again.');
  return resolveBoardSet(engine, set);
}

/** A clause without conditions has all issues. */
const unionOf = (clauses: readonly string[]): string =>
  clauses.some(clause => clause.trim() === '')
    ? ''
    : clauses.map(clause => `(${clause})`).join(' OR ');

const clauseOf =
  (engine: Calls) =>
  async (member: IssueSource): Promise<Clause> => {
    if ('jql' in member) return { member, jql: stripOrderBy(member.jql) };
    const jql = await engine.boardFilter({ boardId: member.board }).catch((error: unknown) => {
      const status = error instanceof EngineError ? error.failure.status : statusOf(error);
      if (status !== null && HIDDEN.has(status)) return null;
      throw error;
    });
    return { member, jql };
  };

/** One query that Jira refuses would make it refuse the union. */
async function usable(engine: Calls, clauses: readonly Clause[]): Promise<readonly Clause[]> {
  const isRefused = async (jql: string) => (await engine.checkJql({ jql })).errors.length > 0;
  const seen = clauses.flatMap(({ jql }) => jql ?? []);
  if (seen.length === 0 || !(await isRefused(unionOf(seen)))) return clauses;
  return Promise.all(
    clauses.map(async clause =>
      clause.jql !== null && (await isRefused(clause.jql))
        ? { ...clause, jql: null, isRefused: true }
        : clause,
    ),
  );
}

function notesOf({ name }: FlatBoardSet, clauses: readonly Clause[]): readonly QueryNote[] {
  if (clauses.every(({ jql }) => jql === null)) {
    const hasQueries = clauses.some(({ member, isRefused }) => isRefused || 'jql' in member);
    return [
      doubt(
        hasQueries
          ? `The board set '${name}' has no board that you may see, and no query without an error.`
          : `The board set '${name}' has no board or query that you may see.`,
      ),
    ];
  }
  const leftOut = (kind: 'board' | 'jql', [one, many]: readonly [string, string], why: string) => {
    const all = clauses.filter(({ member }) => kind in member);
    const hidden = all.filter(({ jql }) => jql === null).length;
    if (hidden === 0) return [];
    const [noun, isOrAre] = hidden === 1 ? [one, 'is'] : [many, 'are'];
    return [doubt(`${hidden} ${noun} of the board set '${name}' ${isOrAre} ${why}, and left out.`)];
  };
  return [
    ...leftOut(
      'board',
      ['board', 'boards'],
      'deleted, not visible to you, or of a filter with an error',
    ),
    ...leftOut('jql', ['query', 'queries'], 'wrong, deleted or not visible to you'),
  ];
}

const doubt = (text: string): QueryNote => ({ code: 'board-set', text, doubtful: true });

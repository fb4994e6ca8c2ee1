import { sql } from 'kysely';
import { compileClause } from '../compile.ts';
import { allOf, type JqlContext } from '../context.ts';
import { type Clause, terminalsOf } from '../tree.ts';
import { isHistoryOperator } from './history.ts';

/** The clause without history conditions; null if nothing remains. */
function withoutHistory(clause: Clause): Clause | null {
  if (clause.type === 'terminal') return isHistoryOperator(clause.operator) ? null : clause;
  if (clause.type === 'not') return clause;
  const clauses = clause.clauses.map(withoutHistory);
  const left = clauses.filter(inner => inner !== null);
  if (left.length === 0 || (clause.type === 'or' && left.length < clauses.length)) return null;
  return { type: clause.type, clauses: left };
}

/** Warns about issues with incomplete history, which WAS and CHANGED cannot judge. */
export async function warnOfMissingHistory(
  context: JqlContext,
  clause: Clause | null,
): Promise<void> {
  if (!clause || !terminalsOf(clause).some(({ operator }) => isHistoryOperator(operator))) return;
  const rest = withoutHistory(clause);
  const within = rest ? compileClause(context, rest) : allOf([]);
  const { rows } = await sql<{ none: number | null; part: number }>`
    select sum(case when history_total is null then 1 else 0 end) as none,
      count(history_total) as part
    from issues where (history_total is null or history_count < history_total)
      and ${context.seen(within)}`.execute(context.store.db);
  const issues = (count: number, text: string) => {
    const has = count === 1 ? 'issue has' : 'issues have';
    return count > 0 ? [`${count.toLocaleString('en-US')} ${has} ${text}`] : [];
  };
  const parts = [
    ...issues(rows[0]?.none ?? 0, 'no history here'),
    ...issues(rows[0]?.part ?? 0, 'only a part of it'),
  ];
  if (parts.length > 0)
    context.warnings.add(`${parts.join(', ')}: WAS and CHANGED miss what is not here.`);
}

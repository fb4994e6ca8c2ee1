import type { Question, Scope } from '@tallyboard/engine/ask/question.ts';
import { MENU } from '@tallyboard/reports/catalogue/reports.ts';
import type { McpHost } from './host.ts';

/** The page that shows the same figures; null where there is none. */
export function reportLink(
  { pages }: Pick<McpHost, 'pages'>,
  { report, scope, settings: { stored }, asOf }: Question,
): string | null {
  const entries = MENU.filter(each => each.report === report.id);
  const entry = entries.find(each => each.settings === undefined) ?? entries[0];
  // Pages have days and rules alone.
  if (pages === null || !entry || typeof asOf === 'number') return null;
  // Pages narrow no set by a query.
  if ('boardSet' in scope && scope.jql !== '') return null;
  const isTab = ['board', 'boardSet', 'epic', 'user'].some(kind => kind in scope);
  const own = Object.entries({ ...(!isTab && entry.settings), ...stored }).map(
    ([key, value]) => [`s.${key}`, JSON.stringify(value)] as const,
  );
  const query = new URLSearchParams({
    lic: 'active',
    ...scopeParameters(scope),
    ...(isTab ? { view: report.id } : { report: String(entry.selector) }),
    ...(asOf !== null && { asOf }),
    ...Object.fromEntries(own),
  });
  return `${pages}/reports?${query}`;
}

/** What the address of the page has of a scope. */
function scopeParameters(scope: Scope): Record<string, string> {
  if ('boardSet' in scope) return { tab: 'project', boardSet: JSON.stringify(scope.boardSet) };
  if ('board' in scope)
    return { tab: 'project', ...(scope.board !== null && { board: String(scope.board) }) };
  if ('epic' in scope) return { tab: 'epics', epic: scope.epic };
  if ('user' in scope) return { tab: 'user' };
  if ('preset' in scope) return { tab: 'custom', preset: scope.preset };
  return { tab: 'custom', preset: 'custom', ...(scope.jql !== null && { jql: scope.jql }) };
}

export const issuesLink = ({ jira }: McpHost, jql: string): string | null =>
  jira === null ? null : `${jira}/issues/?${new URLSearchParams({ jql })}`;

import { MENU } from '@tallyboard/reports/catalogue/reports.ts';
import type { FigureQuestion, McpHost } from './host.ts';

/** The page that shows the same figures; null where there is none. */
export function reportLink(
  { pages }: Pick<McpHost, 'pages'>,
  question: FigureQuestion,
): string | null {
  const { report, jql, settings, asOf } = question;
  const entries = MENU.filter(each => each.report === report.id);
  const entry = entries.find(each => each.settings === undefined) ?? entries[0];
  // Pages have days and rules alone.
  if (pages === null || !entry || typeof asOf === 'number') return null;
  const own = Object.entries({ ...entry.settings, ...settings }).map(
    ([key, value]) => [`s.${key}`, JSON.stringify(value)] as const,
  );
  const query = new URLSearchParams({
    lic: 'active',
    tab: 'custom',
    preset: 'custom',
    ...(jql !== null && { jql }),
    report: String(entry.selector),
    ...(asOf !== null && { asOf }),
    ...Object.fromEntries(own),
  });
  return `${pages}/reports?${query}`;
}

export const issuesLink = ({ jira }: McpHost, jql: string): string | null =>
  jira === null ? null : `${jira}/issues/?${new URLSearchParams({ jql })}`;

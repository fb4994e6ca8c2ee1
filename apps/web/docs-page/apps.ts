import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { loadDocs } from '@tallyboard/reports/load-docs.ts';

export interface DescribedApp {
  /** In the query parameter `app`, or as the first label of the host name. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly place: 'menus' | 'dashboard';
  readonly docs: () => Promise<GadgetDocs>;
}

export const APPS: readonly DescribedApp[] = [
  ...GADGETS.map(
    ({ path, title, summary, report }): DescribedApp => ({
      name: path,
      title: `${title} gadget`,
      summary,
      place: 'dashboard',
      docs: () => loadDocs(report),
    }),
  ),
  {
    name: 'lite',
    title: 'Tallyboard Lite',
    summary: 'The Overview of a project, a board, an epic, a person or any query.',
    place: 'menus',
    docs: async () => ({
      screenshot: 'The Overview of a project.',
      shows: [
        'The Overview report. Every figure opens the issues behind it.',
        'All reports of Standard for the first 30 days.',
      ],
    }),
  },
  {
    name: 'reports',
    title: 'Tallyboard Reports',
    summary:
      'Reports on projects, boards, epics, people and any query, each figure with its issues.',
    place: 'menus',
    docs: async () => ({
      screenshot: 'The reports page with its menu and the Overview.',
      shows: [
        'Overview, created and resolved issues, resolution time, burndown, velocity, estimation, timesheets, age, flow, forecasts, and issues by any field.',
        'The issues behind every figure, as a list that adds up to it and as a query in Jira.',
        'The definition of each figure, its data, and notes about incomplete or doubtful data.',
      ],
    }),
  },
];

/** The app of a module or a name, else of the first label of the host name, else the reports. */
export function describedApp(
  { module, asked }: { readonly module: string | null; readonly asked: string | null },
  hostName: string,
): DescribedApp {
  const named = (name: string | null | undefined) => APPS.find(each => each.name === name);
  const found =
    named(GADGETS.find(gadget => gadget.name === module)?.path) ??
    named(asked) ??
    named(hostName.split('.')[0]) ??
    named('reports');
  if (!found) throw new Error('The reports app has no description.');
  return found;
}

/** The apps that the documentation page describes, by the name that `app` or the host's first label gives. */
import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { loadDocs } from '@tallyboard/reports/load-docs.ts';

export interface DescribedApp {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** A report app lives in menus, a gadget on dashboards. */
  readonly place: 'menus' | 'dashboard';
  /** Those of gadgets are with their reports, and loaded when they are shown. */
  readonly docs: GadgetDocs | (() => Promise<GadgetDocs>);
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
    docs: {
      screenshot: 'The Overview of a project.',
      shows: [
        'The Overview report, with every figure open to the issues behind it.',
        'Everything that Standard has for the first 30 days.',
      ],
    },
  },
  {
    name: 'reports',
    title: 'Tallyboard Reports',
    summary:
      'Reports on projects, boards, epics, people and any query, each figure with its issues.',
    place: 'menus',
    docs: {
      screenshot: 'The reports page with its menu and a burndown chart.',
      shows: [
        'Overview, created and resolved issues, resolution time, burndown, velocity, estimation, timesheets, age, and issues by any field.',
        'The issues behind every figure, as a list that adds up to it and as a query in Jira.',
        'How each figure is defined, which data it stands on, and what gives reason for doubt.',
      ],
    },
  },
];

/** The app that is asked for: by a module or by name, else by the first label of the host name, else the reports. */
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
  if (!found) throw new Error('The reports app is not described.');
  return found;
}

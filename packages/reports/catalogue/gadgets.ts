import type { FilterPart, GadgetAbout, QueryBy } from '@tallyboard/report-kit/about.ts';
import { REPORTS } from './reports.ts';

type Stored = Readonly<Record<string, unknown>>;

export interface Gadget extends Required<Omit<GadgetAbout, 'jql' | 'noun' | 'reportOf'>> {
  /** The report that describes the gadget. */
  readonly report: string;
  readonly jql?: string | undefined;
  readonly noun?: string | undefined;
  readonly dashboardPath: string;
  readonly addonPath: string;
  /** The address of gadget.svg in the report's folder. */
  readonly picturePath: string;
  readonly reportOf: (stored: Stored) => string;
}

/** Key of the app in Jira and in stored dashboards. */
export const APP_KEY = 'com.tallyboard.reports';

/** Parts of the filter that set a report's own dates and board. */
const OWN_FILTERS: Readonly<Record<QueryBy, readonly FilterPart[]>> = {
  preset: [],
  filter: ['period'],
  board: ['board', 'period'],
  report: ['board'],
  none: [],
};

/** Without dates there is no period, and flow reports compare with work finished in earlier sprints. */
const NO_FILTERS: Readonly<Record<QueryBy, readonly FilterPart[]>> = {
  preset: ['period'],
  filter: [],
  board: ['sprint'],
  report: ['period'],
  none: [],
};

export const GADGETS: readonly Gadget[] = REPORTS.flatMap(({ id, title, shape, gadget }) => {
  if (!gadget) return [];
  const { name = id, path = name, reportOf = () => id } = gadget;
  return [
    {
      title,
      words: '',
      height: 480,
      chart: shape === 'chart',
      queryBy: 'preset',
      ownFilters: OWN_FILTERS[gadget.queryBy ?? 'preset'],
      noFilters: NO_FILTERS[gadget.queryBy ?? 'preset'],
      hasInterval: () => false,
      preset: 'created-30-days-mine',
      waiting: ['Loading', 'Loading'],
      emptyText: 'No data matching the active filter.',
      ...gadget,
      name,
      path,
      reportOf,
      report: id,
      dashboardPath: `/${path}-dashboard`,
      addonPath: `/addon-${path}`,
      picturePath: `/gadgets/${name}.svg`,
    },
  ];
});

/** The gadget of a module that a dashboard stores; undefined for one that is not ours. */
export function kindOf(moduleKey: string): Gadget | undefined {
  const name = moduleKey.split(/__|:/).at(-1);
  return GADGETS.find(kind => kind.name === name);
}

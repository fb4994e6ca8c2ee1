/**
 * Metadata of a report, loaded before its code. The menu, gadgets, addresses, manifests, documentation and the settings
 * page are made from it (see catalogue/), so an about.ts holds plain data and imports nothing else.
 */

type Stored = Readonly<Record<string, unknown>>;

export interface ReportAbout {
  /** The name of the report's folder. */
  readonly id: string;
  readonly title: string;
  /** Order among reports in menus and lists, ascending; after those that have one by default. */
  readonly weight?: number;
  /** Key of the stored global settings that the report begins with; the first report of a section titles its pane. */
  readonly section?: string;
  /** Absent for reports that the reports page has not. */
  readonly menu?: readonly MenuEntry[];
  readonly gadget?: GadgetAbout;
  /** The shape of the result, drawn while it loads; a table by default. */
  readonly shape?: 'cards' | 'chart';
  /** Its stored settings have a `boardId`. */
  readonly onBoard?: boolean;
  /** Lite has this report too. */
  readonly inLite?: boolean;
  /** The tool of assistants that asks this report. */
  readonly tool?: 'forecast';
  /** Lite links from this report to Standard. */
  readonly promotesStandard?: boolean;
}

/** A place in the menu of the Custom tab. */
export interface MenuEntry {
  /** Null is above all groups; 'Other Reports' by default. */
  readonly group?: string | null;
  /** The report's title by default. */
  readonly label?: string;
  /** The number of the entry in addresses and stored gadgets; made from the report's id by default. */
  readonly selector?: number;
  /** Key of the stored switch that hides the entry; always visible without one. */
  readonly enabledBy?: string;
  /** Label of the switch; the label of the entry by default. */
  readonly switchLabel?: string;
  /** Stored settings of this entry, if a report has several. */
  readonly settings?: Stored;
}

/**
 * How the form of a gadget chooses issues: by a preset and a query, by a query alone, by the report's settings (with
 * 'board' narrowed by a query), or not at all.
 */
export type QueryBy = 'preset' | 'filter' | 'report' | 'board' | 'none';

/** The presets of packages/jira/jql/presets.ts that reports name. */
export type PresetName =
  | 'active-sprints'
  | 'active-sprints-board'
  | 'created-30-days-mine'
  | 'custom';

/** The parts of a dashboard's filter. */
export type FilterPart = 'project' | 'board' | 'assignee' | 'sprint' | 'period';

export interface GadgetAbout {
  /** The gadget in hosts' manifests, in stored dashboards and in the query parameter `gadget`; the report's id by default. */
  readonly name?: string;
  /** The gadget in addresses, /PATH-dashboard and /addon-PATH; its name by default. */
  readonly path?: string;
  /** The report's title by default. */
  readonly title?: string;
  /** The report in titles made from settings, 'WEB board: velocity'; its title by default. */
  readonly noun?: string;
  /** One sentence for galleries and manifests. */
  readonly summary: string;
  /** Further words that a search in the gallery finds. */
  readonly words?: string;
  /** Initial height of the frame, px; 480 by default. */
  readonly height?: number;
  /** Its form offers heights for the chart; by default where the shape of the report is a chart. */
  readonly chart?: boolean;
  /** The report for stored settings, if they choose among several. */
  readonly reportOf?: (stored: Stored) => string;
  /** 'preset' by default. */
  readonly queryBy?: QueryBy;
  /** The preset of a new gadget whose form has presets. */
  readonly preset?: PresetName;
  /** The query of a new gadget; the preset's by default. */
  readonly jql?: string;
  /** Parts of a dashboard's filter that change the report's settings; by default those of its `queryBy`. Others narrow its query. */
  readonly ownFilters?: readonly FilterPart[];
  /** Parts that do not apply: a rate, a percentile or a forecast of the issues of one sprint would be another figure. */
  readonly noFilters?: readonly FilterPart[];
  /** Whether stored settings have days of their own, `intervalStart` and `intervalEnd`, which a period sets. */
  readonly hasInterval?: (stored: Stored) => boolean;
  /** Text while issues load, and while the report computes. */
  readonly waiting?: readonly [loading: string, calculating: string];
  readonly emptyText?: string;
}

/** The documentation of a gadget, in docs.json: too long for the first load. */
export interface GadgetDocs {
  readonly shows: readonly string[];
  /** Alternative text of /docs/light/PATH.webp and dark/PATH.webp; null where there are no screenshots. */
  readonly screenshot: string | null;
}

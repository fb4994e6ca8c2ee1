import { gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { use, useEffect } from 'react';
import { CUSTOM_PRESET, type Filter, filterName } from '../filter/filter.ts';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';
import { FilterContext } from './filter-context.ts';

interface FilterTextProps {
  readonly gadget: Gadget;
  readonly filter: Filter;
  readonly shown: ReportSnapshot;
  /** The past time of the figures, in words. */
  readonly past: string | null;
}

/** The filter in force in words, that of the dashboard included. */
export default function FilterText(props: FilterTextProps) {
  const { report, settings } = props.shown.request;
  const stored = report.settings.serialize(settings);
  const { applied = '', ignored = [] } = use(FilterContext)?.words(props.gadget, stored) ?? {};
  return (
    <>
      <OwnFilter {...props} />
      {props.past !== null && ` · As of ${props.past}`}
      {applied !== '' && ` · Dashboard filter: ${applied}`}
      {ignored.length === 1 && ` · The filter by ${ignored[0]} does not apply here`}
      {ignored.length > 1 && ` · The filters by ${ignored.join(' and ')} do not apply here`}
    </>
  );
}

/** The board, the query, and whose issues it finds where that depends on the reader. */
function OwnFilter(props: FilterTextProps) {
  const { host, site } = useSession();
  const { gadget } = props;
  const { request, context, loaded } = props.shown;
  const { report, settings } = request;
  // A report that chooses the issues may have a filter among its settings.
  const dashboard = use(FilterContext)?.narrow(gadget, '') ?? '';
  const narrowed = gadget.queryBy === 'report' ? context.query?.narrowedBy : '';
  const own = narrowed && withoutClause(narrowed, dashboard);
  const filter = own ? { preset: CUSTOM_PRESET, jql: own, choices: {} } : props.filter;
  const query = filterName(gadgetPresets(host.info.flavour), filter);
  const isOnBoard = report.requires(settings, context).boards.length > 0;
  const board = isOnBoard ? (loaded.boardNames?.join(', ') ?? null) : null;
  // A query in full would be no title.
  const scope = board ?? (query === filter.jql ? projectOf(filter.jql) : query);
  const noun = gadget.noun ?? lowerCase(report.title(settings, site.fields));
  const title = scope === null ? report.title(settings, site.fields) : `${scope}: ${noun}`;
  useEffect(() => {
    host.dashboard?.suggestTitle(title);
  }, [host, title]);

  const reader = context.currentUser?.name ?? 'anonymous';
  const whose = dependsOnViewer(filter.jql) ? ` (as seen by ${reader})` : '';
  const name = `${query}${whose}`;
  if (!isOnBoard) return name;
  const issues = board ?? 'Issues of the board';
  return filter.jql === '' ? issues : `${issues}: ${name}`;
}

/** 'Project WEB' of a query that narrows a project. */
function projectOf(jql: string): string | null {
  const [, key] = /^project = "?(\w+)"? AND /i.exec(jql) ?? [];
  return key && !/\bor\b/i.test(withoutParentheses(jql)) ? `Project ${key}` : null;
}

/** The text outside all parentheses. */
function withoutParentheses(jql: string): string {
  const rest = jql.replace(/\([^()]*\)/g, '');
  return rest === jql ? rest : withoutParentheses(rest);
}

/** 'Time in Status' within a sentence; acronyms stay. */
const lowerCase = (title: string) =>
  title.replace(/\b\p{Lu}(?=\p{Ll})/gu, letter => letter.toLowerCase());

/** A query of clauses in parentheses without one of them. */
const withoutClause = (jql: string, clause: string) =>
  jql === clause ? '' : jql.replace(`(${clause}) AND `, '');

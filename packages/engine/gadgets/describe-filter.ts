import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { ReportResult } from '../run-report.ts';
import { CUSTOM_PRESET, type Filter, filterName } from './filter.ts';
import type { OuterFilter } from './outer-filter.ts';

interface FilterParts {
  readonly gadget: Gadget;
  readonly filter: Filter;
  readonly shown: ReportResult;
  /** The past time of the figures, in words. */
  readonly past: string | null;
  /** That of the dashboard. */
  readonly outer: OuterFilter | null;
  readonly flavour: Flavour;
  readonly fields: readonly Field[];
}

interface FilterWords {
  /** For a gadget that its author gave none. */
  readonly title: string;
  /** The filter in force, that of the dashboard included. */
  readonly text: string;
}

export function describeFilter(parts: FilterParts): FilterWords {
  const { gadget, shown, past, outer } = parts;
  const { report, settings } = shown.request;
  const stored = report.settings.serialize(settings);
  const { applied = '', ignored = [] } = outer?.words(gadget, stored) ?? {};
  const { title, text } = describeOwn(parts);
  const all = [
    text,
    past !== null && `As of ${past}`,
    applied !== '' && `Dashboard filter: ${applied}`,
    ignored.length === 1 && `The filter by ${ignored[0]} does not apply here`,
    ignored.length > 1 && `The filters by ${ignored.join(' and ')} do not apply here`,
  ];
  return { title, text: all.filter(part => part !== false).join(' · ') };
}

/** The board, the query, and whose issues it finds where that depends on the reader. */
function describeOwn({
  gadget,
  shown,
  outer,
  flavour,
  fields,
  ...given
}: FilterParts): FilterWords {
  const { request, context, loaded } = shown;
  const { report, settings } = request;
  // A report that chooses the issues may have a filter among its settings.
  const dashboard = outer?.narrow(gadget, '') ?? '';
  const narrowed = gadget.queryBy === 'report' ? context.query?.narrowedBy : '';
  const own = narrowed && withoutClause(narrowed, dashboard);
  const filter = own ? { preset: CUSTOM_PRESET, jql: own, choices: {} } : given.filter;
  const query = filterName(gadgetPresets(flavour), filter);
  // As the codec wrote it.
  const boardSet = report.settings.serialize(settings).boardSet as FlatBoardSet | undefined;
  const isOnBoard = boardSet || report.requires(settings, context).boards.length > 0;
  const names = loaded.boardNames?.join(', ') ?? null;
  const board = boardSet?.name ?? (isOnBoard ? names : null);
  // A query in full would be no title.
  const scope = board ?? (query === filter.jql ? projectOf(filter.jql) : query);
  const noun = gadget.noun ?? lowerCase(report.title(settings, fields));
  const title = scope === null ? report.title(settings, fields) : `${scope}: ${noun}`;

  const reader = context.currentUser?.name ?? 'anonymous';
  const whose = dependsOnViewer(filter.jql) ? ` (as seen by ${reader})` : '';
  const name = `${query}${whose}`;
  if (!isOnBoard) return { title, text: name };
  const issues = board ?? 'Issues of the board';
  return { title, text: filter.jql === '' ? issues : `${issues}: ${name}` };
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

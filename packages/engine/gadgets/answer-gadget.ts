/** The figures of a gadget as its dashboard stores it, without its page: for a wall by a display link, and for mails. */
import { instantOf } from '@tallyboard/core/time/as-of.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { findPlaceholders, placeholderText } from '@tallyboard/jira/jql/presets.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { AsOfError, resolveAsOf } from '../as-of.ts';
import { asOfScope, asOfWords } from '../as-of-words.ts';
import { answerOf, type ReportAnswer, type ReportSource } from '../ask/answer-report.ts';
import { packView } from '../ask/figure-view.ts';
import type { Engine } from '../calls.ts';
import { createEngine } from '../engine.ts';
import { type Failure, toFailure } from '../failure.ts';
import { asOfPast, contextAt, type ReportRequest, resolveQuery, runReport } from '../run-report.ts';
import type { Site } from '../site/site.ts';
import { fetchBoardsQuery, outerFilter, parseDashboardFilter } from './dashboard-filter.ts';
import { describeFilter } from './describe-filter.ts';
import { filteredSettings, type OuterFilter, otherBoard } from './outer-filter.ts';
import { savedSettings } from './saved-settings.ts';
import { detached, type ReadSettings, readSettings, shellSettings } from './stored-settings.ts';

export interface GadgetQuestion {
  readonly gadget: Gadget;
  /** The stored settings. */
  readonly stored: unknown;
  /** The saved report that the settings name; its view is null if it is gone, or the maker may not see it. */
  readonly saved: { readonly view: Readonly<Record<string, unknown>> | null } | null;
  /** The filter that the dashboard keeps, as parameters. */
  readonly filter: string;
}

interface GadgetWords {
  readonly age: DataAge | null;
  readonly zone: ZoneId;
  readonly refreshMinutes: number;
  /** For a gadget that its author gave none. */
  readonly title: string;
  readonly filter: string;
  readonly emptyText: string;
  /** The settings are the last ones of a saved report that is gone. */
  readonly isDetached: boolean;
}

interface GadgetFigures extends GadgetWords {
  readonly kind: 'figures';
  /** As `packView` writes it. */
  readonly view: unknown;
}

/** It has no figures with these settings. */
export interface GadgetProblem {
  readonly kind: 'problem';
  readonly title: string;
  readonly text: string;
}

export type GadgetAnswer =
  | GadgetFigures
  | GadgetProblem
  | { readonly kind: 'failure'; readonly failure: Failure };

export interface GadgetReport extends GadgetWords {
  readonly kind: 'report';
  readonly answer: ReportAnswer;
}

interface GadgetOptions {
  /** The clock. */
  readonly now: Instant;
  /** Everybody who passes sees it: nobody's own rows are shown as such. */
  readonly isPublic: boolean;
}

const problem = (title: string, text: string): GadgetProblem => ({ kind: 'problem', title, text });

/** Never throws: what fails is said in the answer. */
export async function answerGadget(
  source: ReportSource,
  question: GadgetQuestion,
  now: Instant,
): Promise<GadgetAnswer> {
  try {
    const found = await gadgetReport(source, question, { now, isPublic: true });
    if (found.kind === 'problem') return found;
    const { answer: shown, ...words } = found;
    // Whose eyes these are is said in words where it matters, and nowhere else.
    const context = { ...shown.context, currentUser: null };
    const view = await packView({ ...shown, context, issues: [], rows: async () => [] }, 'wall');
    return { ...words, kind: 'figures', view };
  } catch (error) {
    return { kind: 'failure', failure: toFailure(error) };
  }
}

/** The report of a gadget. Throws errors of the source. */
export async function gadgetReport(
  source: ReportSource,
  question: GadgetQuestion,
  options: GadgetOptions,
): Promise<GadgetReport | GadgetProblem> {
  try {
    return await reportOf(source, question, options);
  } catch (error) {
    if (error instanceof AsOfError)
      return problem('The time of this gadget is not known', error.message);
    throw error;
  }
}

async function reportOf(
  source: ReportSource,
  question: GadgetQuestion,
  { now: clock, isPublic }: GadgetOptions,
): Promise<GadgetReport | GadgetProblem> {
  const { client, request: send, columns, age } = source;
  const { gadget } = question;
  const { flavour } = client;
  const own = readSettings(question.stored);
  if (own === null)
    return problem(
      'Not configured yet',
      'Ask someone who can edit this dashboard to configure it.',
    );
  const now = presentOf(age, clock);
  const engine = createEngine({
    request: send,
    columns,
    now: () => now,
    warn: () => {},
    forOthers: true,
  });
  const site = await engine.start({ info: { ...parseHostInfo(''), flavour }, gadget: true });
  const { stored, isDetached } = await settingsNow(own, question, site, source);
  const report = await findReport(gadget.reportOf(stored));
  if (!report)
    return problem('This gadget could not be shown', 'Its report is not in this version.');
  const { filter, refreshMinutes, asOf } = shellSettings(gadget, flavour, stored);
  const placeholders = findPlaceholders(filter.jql);
  if (placeholders.length > 0) return problem(gadget.title, placeholderText(placeholders));

  const zone = site.currentUser?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const present = { now, zone, weekStart: site.settings.weekStart };
  const outer = await readFilter(source, question.filter);
  const today = localDay(instantOf(asOf, present) ?? now, zone);
  const parsed = report.settings.parse(stored).value;
  const settings = filteredSettings(report, gadget, outer, parsed, today, zone);
  const jql = outer?.narrow(gadget, filter.jql) ?? filter.jql;
  const time = await resolveAsOf(engine, asOf, asOfScope(report, settings, jql, null), present);
  const asked = {
    report,
    settings,
    jql,
    contextAt: (at: Instant) =>
      contextAt({ site, zone, ...((isPublic || source.eyes) && { reader: null }) }, at),
  };
  const shown = await run(engine, time === null ? asked : asOfPast(asked, time.at), now, age);
  const past = time && asOfWords(asOf, time, zone, site.settings.dateFormat);
  const parts = { gadget, filter, shown, past, outer, flavour, fields: site.fields };
  const words = describeFilter(parts);
  return {
    kind: 'report',
    answer: answerOf(shown, { source, engine, site, problems: [] }),
    age,
    zone,
    refreshMinutes,
    title: words.title,
    filter: words.text,
    emptyText: otherBoard(gadget, outer, shown.loaded.boardNames ?? []) ?? gadget.emptyText,
    isDetached,
  };
}

/** Those of the saved report that a gadget shows, as they are now; its copy of them where that is gone. */
async function settingsNow(
  own: ReadSettings,
  { gadget, saved }: GadgetQuestion,
  site: Site,
  { client: { flavour } }: ReportSource,
) {
  if (saved === null) return { stored: own.stored, isDetached: false };
  const { view } = saved;
  const report = view && (await findReport(String(view.report)));
  const before = own.stored;
  const now =
    report && savedSettings(report, view, { gadget, flavour, shared: site.settings, before });
  return now
    ? { stored: now, isDetached: false }
    : { stored: detached(own).stored, isDetached: true };
}

async function readFilter({ client }: ReportSource, text: string): Promise<OuterFilter | null> {
  const filter = parseDashboardFilter(text);
  const { board } = filter;
  return outerFilter(filter, board.length === 0 ? '' : await fetchBoardsQuery(client, board));
}

async function run(engine: Engine, request: ReportRequest, now: Instant, age: DataAge | null) {
  const resolved = await resolveQuery(engine, request, now);
  const result = await runReport(engine, resolved, { now, age });
  if (result === null) throw new Error('The load was cancelled.');
  return result;
}

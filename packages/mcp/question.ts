import {
  AS_OF_RULES,
  IN_THE_FUTURE,
  isFutureTime,
  parseAsOf,
} from '@tallyboard/core/time/as-of.ts';
import { parseIsoTime } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { readGiven } from '@tallyboard/engine/ask/given-settings.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findSavedReport, unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { readSavedView } from '@tallyboard/reports/saved-view.ts';
import { type FigureQuestion, type McpHost, type SavedQuestion, ToolError } from './host.ts';

/** Arguments of tools, checked by their schemas. */
export interface Args {
  readonly report?: string;
  readonly saved?: string;
  readonly jql?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly asOf?: string;
  readonly strict?: boolean;
}

/** The question of the arguments, on top of a saved report if they name one. Throws ToolErrors. */
export async function readQuestion(host: McpHost, args: Args): Promise<FigureQuestion> {
  const saved = args.saved === undefined ? null : await findSaved(host, args.saved);
  const view = saved && (await readSavedView(saved.view));
  if (saved && !view)
    throw new ToolError(
      `The report '${saved.view.report}' of '${saved.name}' is not in this version.`,
    );
  const report = view?.report ?? (await reportOf(args.report ?? ''));
  const jql = args.jql ?? view?.jql ?? null;
  if (jql === null && !report.query)
    throw new ToolError(`The report '${report.id}' needs jql, such as: project = KEY.`);
  const { stored, problems } = readGiven(report, args.settings ?? {}, 'settings');
  if (problems.length > 0) {
    const texts = problems.map(({ path, text }) => `settings${path && ` ${path}`}: ${text}`);
    throw new ToolError(`${texts.join(' ')} The tool explain lists the settings.`);
  }
  return {
    report,
    jql,
    settings: { ...view?.settings, ...stored },
    asOf: args.asOf === undefined ? (view?.asOf ?? null) : readTime(args.asOf, host.now()),
  };
}

export async function reportOf(id: string): Promise<AnyReport> {
  const byTitle = REPORTS.find(({ title }) => title.toLowerCase() === id.toLowerCase());
  const report = await findReport(byTitle?.id ?? id);
  if (report) return report;
  throw new ToolError(unknownReport(id));
}

const MAX_OFFSET_MS = 14 * 3_600_000;

/** Dates in words depend on who reads them. */
export function readTime(text: string, now: Instant): Instant | string {
  const today = new Date(now).toISOString().slice(0, 10);
  const rules = AS_OF_RULES.map(({ value }) => value).join(' or ');
  const time = parseAsOf(text) ?? parseIsoTime(text);
  if (time === null)
    throw new ToolError(
      `'${text}' is no ISO date. Give a day such as ${today}, which is today in UTC, a time with its offset such as ${today}T12:00:00Z, ${rules}.`,
    );
  // It may be tomorrow already where the reader is.
  const latest = new Date(now + MAX_OFFSET_MS).toISOString().slice(0, 10);
  const isLater =
    typeof time === 'number' ? isFutureTime(time, now) : /^\d/.test(time) && time > latest;
  if (isLater) throw new ToolError(IN_THE_FUTURE);
  return time;
}

async function findSaved(host: McpHost, name: string): Promise<SavedQuestion> {
  const found = findSavedReport(await host.saved(), name);
  if (found.saved) return found.saved;
  throw new ToolError(found.problem);
}

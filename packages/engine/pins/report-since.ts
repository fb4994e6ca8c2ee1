/** The figures of a saved report as of an earlier time and now, with what changed them. */
import { figurePath } from '@tallyboard/core/measure/figure-path.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { DataAge } from '@tallyboard/hosts/data-age.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { figureText } from '@tallyboard/report-kit/figures/drill.ts';
import { mergeShared } from '../ask/given-settings.ts';
import { resolveScope } from '../ask/resolve-scope.ts';
import { savedQuestion } from '../ask/saved-question.ts';
import type { Engine } from '../calls.ts';
import { contextAt, type ReportResult } from '../run-report.ts';
import type { Site } from '../site/site.ts';
import {
  type BothTimes,
  explainBetween,
  runAtBothTimes,
  subjectOf,
} from '../why/explain-request.ts';
import { figureAt, keyOfFigure } from '../why/figure-at.ts';
import { numberText } from './headline-of.ts';
import { figuresOf } from './page-pins.ts';

export interface FigureSince {
  readonly key: string;
  readonly label: string;
  /** Null where the report had no such figure. */
  readonly before: string | null;
  readonly now: string;
  /** Null where it is the same, or where the number is not made of issues. */
  readonly story: string | null;
}

interface ReportSince {
  readonly figures: readonly FigureSince[];
  /** Why figures of either time may be too small. */
  readonly doubts: readonly string[];
}

interface SinceOptions {
  readonly site: Site;
  readonly zone: ZoneId;
  readonly flavour: Flavour;
  readonly since: Instant;
  readonly now: Instant;
  readonly age: DataAge | null;
  readonly signal: AbortSignal;
}

const MAX_FIGURES = 3;

/** Throws QuestionError, and errors of the engine. */
export async function reportSince(
  engine: Engine,
  saved: Pick<SavedReport, 'name' | 'view'>,
  { site, zone, flavour, ...times }: SinceOptions,
): Promise<ReportSince> {
  const { report, scope, settings: stored } = await savedQuestion(saved);
  const { jql, notes = [] } = await resolveScope(engine, scope, flavour);
  const { value: settings } = await mergeShared(report, site.settings, { stored, problems: [] });
  const both = await runAtBothTimes(
    engine,
    { report, jql: jql ?? '', settings, contextAt: at => contextAt({ site, zone }, at), notes },
    times,
  );
  if (!both) throw new Error('The load was cancelled.');
  const [before, now] = [both.then, both.present].map(
    result => figuresOf({ ...result, age: times.age }).headline,
  );
  const texts = new Map(before?.map(({ key, text }) => [key, text]));
  const figures: FigureSince[] = [];
  for (const { key, label, text } of (now ?? []).slice(0, MAX_FIGURES)) {
    const was = texts.get(key) ?? null;
    const story = was === text ? null : await storyOfFigure(engine, both, key);
    figures.push({ key, label, before: was, now: text, story });
  }
  const reasons = [both.then, both.present].flatMap(({ loaded }) => loaded.coverage.reasons);
  return { figures, doubts: [...new Set(reasons)] };
}

async function storyOfFigure(engine: Engine, both: BothTimes, key: string): Promise<string | null> {
  const { request, computed, context } = both.present;
  const { report, settings } = request;
  const drill = drillOf(both.present, key);
  const foundAt = (of: string) => figureAt(report, computed, settings, context, of);
  const figure = drill?.figure ?? foundAt(key)?.figure ?? null;
  const path = figure && figurePath(computed, figure);
  if (figure === null || path === null) return null;
  // A share has the unit of percents, and its issues that of another cell.
  const own = keyOfFigure(report, computed, settings, context, figure, path);
  const { scale = 1, unit } = (own && foundAt(own.key)) ?? {};
  const format = (value: number) =>
    drill ? figureText(drill, value) : numberText(value / scale, unit);
  const told = await explainBetween(engine, both, { path, name: subjectOf(figure.kind), format });
  return told?.story ?? null;
}

/** The figure of the headline, which has the issues that the page lists; null for other figures. */
const drillOf = ({ request, computed, context }: ReportResult, key: string) =>
  request.report
    .headline?.(computed.result, request.settings, context)
    ?.figures.find(({ id }) => id === key)?.drill ?? null;

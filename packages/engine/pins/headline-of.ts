import { withUnit } from '@tallyboard/report-kit/table/units.ts';
import type { Answer } from '../ask/answer-schema.ts';
import type { ReportResult } from '../run-report.ts';
import { figureAt } from '../why/figure-at.ts';
import type { PinContent } from './pin-schema.ts';

/** Of a report without a headline so many figures stand for it. */
const FIRST_FIGURES = 3;

/** The figures that stand for an answer. */
export const headlineOf = (
  result: Pick<ReportResult, 'computed' | 'request' | 'context'>,
  { headline, figures }: Pick<Answer, 'headline' | 'figures'>,
): PinContent['headline'] =>
  headline?.figures.map(({ key, label, text }) => ({ key, label, text })) ??
  firstFigures(result, figures);

function firstFigures(
  {
    computed,
    request: { report, settings },
    context,
  }: Pick<ReportResult, 'computed' | 'request' | 'context'>,
  values: PinContent['values'],
): PinContent['headline'] {
  const known = values.filter(({ value }) => value !== null);
  // A total has no row.
  const first = [
    ...known.filter(({ key }) => !key.includes('/')),
    ...known.filter(({ key }) => key.includes('/')),
  ];
  return first.slice(0, FIRST_FIGURES).map(({ key, value, unit }) => ({
    key,
    label: figureAt(report, computed, settings, context, key)?.name ?? key,
    text: numberText(value, unit),
  }));
}

export const numberText = (value: number | null, unit?: string): string =>
  value === null ? 'none' : withUnit(value, unit);

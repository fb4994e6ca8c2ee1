import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { answersOf } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import type { PartResult } from './part.ts';
import type { ForecastSettings } from './settings.ts';

/** The answer, and the history that it rests on. */
export function forecastHeadline(
  result: ForecastResult,
  _: ForecastSettings,
  context: ReportContext,
): Headline | null {
  if (result.cannot !== null) return null;
  const { finished, created, remaining, sample, part } = result;
  const days = formatCount(sample.days);
  return {
    figures: [
      ...answersOf(result, context),
      {
        id: 'finished',
        value: finished.value,
        label: part ? `Finished by the team in ${days} days` : `Finished in ${days} days`,
        text: formatCount(finished.value),
        drill: { reason: 'Finished in the days of the sample.', figure: finished },
      },
      {
        id: 'created',
        value: created.value,
        label: `Created in ${days} days`,
        text: formatCount(created.value),
        drill: { reason: 'Created in the days of the sample.', figure: created },
      },
      {
        id: 'open',
        value: remaining.value,
        label: 'Open',
        text: formatCount(remaining.value),
        drill: { reason: 'Not finished yet.', figure: remaining },
      },
    ],
    sentence: pastWords(result),
  };
}

function pastWords(result: ForecastResult): string {
  const { part, line, corrected } = result;
  if (part) return partWords(result, part);
  const { untested, held, count } = result.trackRecord;
  const share = held?.[85];
  if (untested !== null || share === undefined)
    return 'Too few past forecasts to tell how often they were right.';
  const past = `Of ${formatCount(count)} such 85% forecasts in the past, ${formatPercent(share)} were right.`;
  return line === 'plain' && corrected ? `${past} Uncorrected: these lost less in the past.` : past;
}

function partWords(
  { kept, keptOf, trackRecord: { untested } }: ForecastResult,
  { kind, own, all, together, atOnce, byFourFifths }: PartResult,
): string {
  const others = together - 1;
  const pace =
    atOnce !== null
      ? `One after another, ${formatCount(atOnce)} at a time.`
      : own === 0
        ? 'Not begun: its pace is its share of the open issues.'
        : `Its pace: ${formatCount(own ?? 0)} of the last ${formatCount(all ?? 0)} finishes.`;
  const beside =
    atOnce !== null || others <= 0
      ? ''
      : ` Side by side with ${formatCount(others)} other ${others === 1 ? kind : `${kind}s`}.`;
  const share = kept?.[85];
  const record =
    share === undefined
      ? (untested ?? '')
      : `Of ${formatCount(keptOf ?? 0)} earlier ${kind}s, ${formatPercent(share)} were over by such an 85% date${byFourFifths > 0 ? ', with four fifths of their issues' : ''}.`;
  return `${pace}${beside} ${record}`.trim();
}

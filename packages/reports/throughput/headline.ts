import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDays } from '@tallyboard/core/time/format.ts';
import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { freshSignal, usualRange } from '@tallyboard/report-kit/limits/limit-text.ts';
import { limitsOf, type SeriesLimits } from '@tallyboard/report-kit/limits/period-series.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult } from './compute.ts';
import { throughputSeries } from './series.ts';
import type { ThroughputSettings } from './settings.ts';
import { whyEmpty } from './table.ts';

/** How much is finished in a period, on average and in the last whole one. */
export function throughputHeadline(
  result: ThroughputResult,
  settings: ThroughputSettings,
  context: ReportContext,
): Headline | null {
  const { goal } = settings;
  const { dateFormat } = context;
  const { rows, unit, xmr, distribution, total } = result;
  const [limits] = throughputSeries(result, settings, context).map(limitsOf);
  const isNews = settings.limits && limits !== undefined && freshSignal(limits) !== null;
  if (whyEmpty(result) !== null) return null;
  const whole = rows.filter(row => row.whole);
  const last = whole.at(-1);
  const [first, end] = [whole[0]?.days?.from, last?.days?.to];
  const dates =
    first === undefined || end === undefined ? '' : `, ${formatDays(first, end, dateFormat)}`;
  return {
    figures: [
      ...(xmr
        ? [
            {
              id: 'finishedPerPeriod',
              value: xmr.mean,
              label: 'Finished',
              text: formatNumber(xmr.mean, 1),
              of: `${formatNumber(xmr.mean, 1) === '1' ? 'issue' : 'issues'} per ${unit} on average${dates}`,
              goal: headlineGoal(xmr.mean, goal, 'more'),
              drill: distribution
                ? {
                    reason: `Finished in one of the whole ${unit}s that the average is of.`,
                    figure: distribution.finished,
                  }
                : undefined,
            },
          ]
        : []),
      ...(last
        ? [
            {
              id: `${keyOfRow(unit, last.id)}/finished`,
              label: `Last ${unit}`,
              text: formatCount(last.finished.value),
              of: unit === 'week' ? `from ${last.label}` : last.label,
              drill: { reason: 'Finished in this period.', figure: last.finished },
            },
          ]
        : []),
      {
        id: 'wip',
        label: 'In progress',
        text: formatCount(total.wip.value),
        drill: { reason: 'Started and not finished.', figure: total.wip },
      },
    ],
    // A signal of the last period names the usual range itself.
    sentence: limits && !isNews ? usualWords(limits, unit) : undefined,
  };
}

/** 'Usually 6 to 20 issues are finished in a week.' */
function usualWords(limits: SeriesLimits, unit: string): string | undefined {
  if (!limits.behaviour || limits.behaviour.mean === 0) return undefined;
  const range = usualRange(limits);
  if (range === '0 to 1') return `Usually at most 1 issue is finished in a ${unit}.`;
  return `Usually ${range} ${range === '1' ? 'issue is' : 'issues are'} finished in a ${unit}.`;
}

import type { ProcessBehaviour } from '@tallyboard/core/measure/process-behaviour.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDays } from '@tallyboard/core/time/format.ts';
import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult } from './compute.ts';
import type { ThroughputSettings } from './settings.ts';
import { freshSignal, usualRange } from './signals.ts';
import { whyEmpty } from './table.ts';

/** How much is finished in a period, on average and in the last whole one. */
export function throughputHeadline(
  result: ThroughputResult,
  { goal }: ThroughputSettings,
  { dateFormat }: ReportContext,
): Headline | null {
  const { rows, unit, xmr, distribution, total } = result;
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
                ? { reason: `Finished in a whole ${unit}.`, figure: distribution.finished }
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
    sentence: xmr ? (freshSignal(result) ?? usualWords(xmr, unit)) : undefined,
  };
}

/** 'Usually 6 to 20 issues are finished in a week.' */
function usualWords(xmr: ProcessBehaviour, unit: string): string | undefined {
  if (xmr.mean === 0) return undefined;
  const range = usualRange(xmr);
  if (range === '0 to 1') return `Usually at most 1 issue is finished in a ${unit}.`;
  return `Usually ${range} ${range === '1' ? 'issue is' : 'issues are'} finished in a ${unit}.`;
}

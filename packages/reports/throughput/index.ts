import { dayText } from '@tallyboard/core/time/day.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { flowHeadline } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { about } from './about.ts';
import type { ThroughputResult } from './compute.ts';
import { throughputHeadline } from './headline.ts';
import { throughputSeries } from './series.ts';
import { type ThroughputSettings, throughputSettings } from './settings.ts';
import { throughputTable, whyEmpty } from './table.ts';

export default reportOf<ThroughputSettings, ThroughputResult>(about, {
  ...FLOW_REPORT,
  tips: 'Issues started and finished by period, and whether the pace has changed.',
  settings: throughputSettings,
  requires: ({ board, delivery }) => {
    const flow = flowRequirement(board);
    return delivery ? { ...flow, parts: ['fixVersions', 'links'] } : flow;
  },
  members: ({ rows, xmr }) => ({
    periods: rows.map(({ days, started, finished, wip }) => ({
      start: days && dayText(days.from),
      end: days && dayText(days.to),
      started: started.value,
      finished: finished.value,
      wip: wip.value,
    })),
    xmr: xmr && {
      ...xmr,
      signals: xmr.signals.map(({ at, rule }) => {
        const days = rows[at]?.days;
        return { start: days ? dayText(days.from) : null, rule };
      }),
    },
  }),
  weekStart: (_, context, { unit }) => (unit === 'week' ? context.weekStart : null),
  headline: flowHeadline(throughputHeadline),
  series: throughputSeries,
  table: throughputTable,
  whyEmpty,
  View: () => import('./view.tsx'),
});

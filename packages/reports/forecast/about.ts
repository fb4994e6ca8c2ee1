import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'forecast',
  title: 'Forecast',
  section: 'forecastSettings',
  weight: 160,
  menu: [{ group: 'Flow', selector: -24, enabledBy: 'forecast' }],
  shape: 'chart',
  onBoard: true,
  tool: 'forecast',
  gadget: {
    ownFilters: ['board'],
    noFilters: ['sprint', 'period'],
    summary: 'How many issues will be finished, or when, with the track record of such forecasts.',
    words: 'flow monte carlo probability delivery date backlog',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;

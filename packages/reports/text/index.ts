import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { about } from './about.ts';
import type { TextResult } from './compute.ts';
import { type TextSettings, textSettings } from './settings.ts';

export default reportOf<TextSettings, TextResult>(about, {
  tips: 'Your own text, links and pictures.',
  settings: textSettings,
  withoutIssues: ({ html }) => ({ html }),
  table: ({ html }) => ({
    columns: [{ id: 'html', header: 'HTML Content', value: () => html }],
    rows: [html],
    rowId: () => 'html',
    nameOf: () => about.title,
  }),
  View: () => import('./view.tsx'),
});

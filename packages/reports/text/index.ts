import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '@tallyboard/report-kit/contract.ts';
import { about } from './about.ts';
import type { TextResult } from './compute.ts';
import { type TextSettings, textSettings } from './settings.ts';

const text: Report<TextSettings, TextResult> = {
  id: about.id,
  title: () => about.title,
  tips: 'Your own text, links and pictures.',
  settings: textSettings,
  requires: () => NO_REQUIREMENT,
  withoutIssues: ({ html }) => ({ html }),
  table: ({ html }) => ({
    columns: [{ id: 'html', header: 'HTML Content', value: () => html }],
    rows: [html],
    rowId: () => 'html',
    nameOf: () => about.title,
  }),
  View: () => import('./view.tsx'),
  wall: () => import('./wall.tsx'),
  formRules: () => import('./form.tsx'),
};

export default text;

import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '../report.ts';
import { type TextSettings, textSettings } from './settings.ts';

export interface TextResult {
  /** As entered: only the view knows a document by which it can be made harmless. */
  readonly html: string;
}

export const text: Report<TextSettings, TextResult> = {
  id: 'text',
  title: () => 'Text',
  tips: 'Words, links and pictures of your own.',
  settings: textSettings,
  requires: () => NO_REQUIREMENT,
  withoutIssues: true,
  compute: (_dataset, { html }) => ({ result: { html }, notes: [], definitions: [] }),
  toCsv: ({ html }) => ({ columns: ['HTML Content'], rows: [[html]] }),
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};

import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { IssuesByResult } from './compute.ts';
import { readerOf } from './fields.ts';
import { issuesByHeadline } from './headline.ts';
import { type IssuesBySettings, issuesBySettings } from './settings.ts';
import { issuesByTable } from './table.ts';

export default reportOf<IssuesBySettings, IssuesByResult>(about, {
  title: ({ label }) => `Issues by ${label}`,
  tips: 'Issues and resolved issues by field value.',
  settings: issuesBySettings,
  requires({ field }) {
    const reader = readerOf(field);
    const part = reader?.part ?? null;
    return {
      ...NO_REQUIREMENT,
      parts: part === null ? [] : [part],
      customFields: typeof reader?.read === 'object' ? [reader.read.field] : [],
    };
  },
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  headline: issuesByHeadline,
  table: issuesByTable,
  View: () => import('./view.tsx'),
});

import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { SlaResult } from './compute.ts';
import { slaHeadline } from './headline.ts';
import { type SlaSettings, slaSettings } from './settings.ts';
import { slaTable } from './table.ts';

export default reportOf<SlaSettings, SlaResult>(about, {
  title: ({ sla }) => (sla === '' ? about.title : `SLA: ${sla}`),
  tips: 'SLAs met and breached, and what needs a look now.',
  settings: slaSettings,
  requires({ by }) {
    const group = by === 'sla' || by === 'goal' ? null : groupRequirement(by);
    return {
      ...NO_REQUIREMENT,
      ...group,
      parts: [...new Set(['slas' as const, 'people' as const, ...(group?.parts ?? [])])],
    };
  },
  counted: ({ counted }) => ({ issues: counted, words: 'with an SLA' }),
  headline: slaHeadline,
  table: slaTable,
  records: ({ attention }) => ({
    attention: attention.map(({ key, sla, state, breach, assignee }) => ({
      key,
      sla,
      state,
      breach: breach === null ? null : new Date(breach).toISOString(),
      assignee,
    })),
  }),
  emptyText: 'No SLAs.',
  View: () => import('./view.tsx'),
});

import type { ForestNeed, Requirement } from '@tallyboard/core/model/requirement.ts';
import { pastRequirement } from '@tallyboard/core/past/past-requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { PART_FACTS } from '@tallyboard/report-kit/families/parts/membership.ts';
import { about } from './about.ts';
import { programmeHeadline } from './headline.ts';
import { programmeQuery } from './query.ts';
import { programmeRecords } from './records.ts';
import type { ProgrammeResult } from './result.ts';
import { areQueries, levelName, type ProgrammeSettings, programmeSettings } from './settings.ts';
import { programmeTable } from './table.ts';

function forestNeed({ rows, types }: ProgrammeSettings): ForestNeed | null {
  if (rows === 'version' || areQueries(rows)) return null;
  const type = levelName(rows);
  return {
    above: type === null ? 'epics' : 'all',
    below: type === null ? { level: 1 } : { type },
    lowest: types === 'all' || types === 'sub-tasks' ? -1 : 0,
  };
}

export default reportOf<ProgrammeSettings, ProgrammeResult>(about, {
  ...FLOW_REPORT,
  tips: 'How far epics, initiatives or releases are, and when they are over by their own pace.',
  settings: programmeSettings,
  requires: (settings, { query }): Requirement => {
    const flow = flowRequirement(settings.board);
    const forest = forestNeed(settings);
    // 30 days ago is a past day.
    return pastRequirement({
      ...flow,
      // Their names and units.
      boards: settings.rows === 'board-set' ? (query?.boards ?? []) : flow.boards,
      parts: [
        ...PART_FACTS.parts,
        'due',
        'flagged',
        'links',
        ...(settings.measure === 'time' ? (['time'] as const) : (['points'] as const)),
      ],
      customFields: Object.values(query?.fields ?? {}),
      history: [...new Set([...flow.history, ...PART_FACTS.history])],
      ...(forest && { forest }),
    });
  },
  query: programmeQuery,
  headline: programmeHeadline,
  table: programmeTable,
  records: programmeRecords,
  emptyText: 'No rows.',
  whyEmpty: ({ rows }) =>
    rows.length > 0
      ? null
      : 'No issue of the query is one of these rows, or below one. Choose other rows, or widen the query.',
  View: () => import('./view.tsx'),
});

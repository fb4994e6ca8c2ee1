import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { leftText } from '@tallyboard/report-kit/families/service-desk/duration-text.ts';
import { CYCLES } from '@tallyboard/report-kit/families/service-desk/sla-figures.ts';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import {
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { HOURS, SIGNED_PERCENT } from '@tallyboard/report-kit/table/units.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { SlaAttention, SlaFigures, SlaResult, SlaRow } from './compute.ts';
import type { SlaSettings } from './settings.ts';

type Line = SlaFigures & Partial<Pick<SlaRow, 'id' | 'label' | 'avatarUrl'>>;

type CountId = {
  [Id in keyof SlaFigures]: SlaFigures[Id] extends Figure ? Id : never;
}[keyof SlaFigures];

/** Heads of files are the ids of the columns. */
const count = (id: CountId, header: string, reason: string, bad = false): TableColumn<Line> => ({
  id,
  header,
  unit: CYCLES,
  reason,
  bad,
  figure: row => row[id],
  file: { header: id },
});

export function slaTable(
  { label, rows, total }: SlaResult,
  { by }: SlaSettings,
): ReportTable<Line> {
  const overrun = (id: 'overrun50' | 'overrun85', header: string): TableColumn<Line> => ({
    id,
    header,
    unit: HOURS,
    reason: 'Stopped in these days, and breached.',
    figure: row => row[id],
    only: 'screen',
    folds: true,
  });
  return {
    columns: [
      { id: 'value', header: label, value: row => row.label },
      count('stopped', 'Stopped', 'Stopped in these days.'),
      count('met', 'Met', 'Stopped in these days, and met.'),
      count('breached', 'Breached', 'Stopped in these days, and breached.', true),
      {
        ...count('unknown', 'Unknown', 'Stopped in these days; Jira does not say how.'),
        folds: true,
      },
      count('running', 'Running', 'Ongoing and not paused.'),
      count('breachedNow', 'Breached now', 'Ongoing and breached.', true),
      count('paused', 'Paused', 'Ongoing and paused.'),
      {
        id: 'attainment',
        header: 'Attainment',
        unit: { ...SIGNED_PERCENT, decimals: undefined },
        reason: 'Stopped in these days, and met.',
        value: row => row.attainment,
        figure: row => row.met,
        percentOf: row => row.decided,
        part: CYCLES.part,
        file: { header: 'attainment' },
      },
      {
        ...count('atRisk', 'At risk', 'Running, and breached soon.', true),
        only: 'screen',
      },
      overrun('overrun50', 'Overrun, 50th percentile'),
      overrun('overrun85', 'Overrun, 85th percentile'),
      {
        id: 'used50',
        header: 'Time used, 50th percentile',
        unit: SIGNED_PERCENT,
        reason: 'Stopped in these days, with a known goal.',
        figure: row => row.used50,
        part: { label: 'Of the goal', format: formatPercent },
        only: 'screen',
        folds: true,
      },
    ],
    first: ['value', 'attainment', 'atRisk', 'breachedNow', 'paused'],
    ...groupRows<Line>(rows, total, by === 'sla' || by === 'goal' ? by : groupWord(by)),
  };
}

const STATES = { breached: 'Breached', 'at-risk': 'At risk', paused: 'Paused' } as const;

/** The issues to look at. */
export function attentionTable(
  { attention }: SlaResult,
  _: SlaSettings,
  { asOf, zone, dateFormat }: ReportContext,
): ReportTable<SlaAttention> {
  return {
    columns: [
      { id: 'key', header: 'Issue', value: row => row.key },
      { id: 'state', header: 'State', value: row => STATES[row.state] },
      { id: 'sla', header: 'SLA', value: row => row.sla },
      {
        id: 'left',
        header: 'Time left',
        value: ({ breach }) => (breach === null ? undefined : leftText(breach, asOf)),
      },
      {
        id: 'breach',
        header: 'Breach',
        folds: 'phone',
        value: ({ breach }) =>
          breach === null ? undefined : formatInstant(breach, zone, `${dateFormat} HH:mm`),
      },
      {
        id: 'assignee',
        header: 'Assignee',
        folds: 'phone',
        value: row => row.assignee ?? 'Unassigned',
      },
    ],
    rows: attention,
    rowId: row => row.id,
    rowKey: row => keyOfRow('issue', row.id),
    nameOf: row => row.key,
  };
}

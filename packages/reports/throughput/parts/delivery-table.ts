import { periodColumns, periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import {
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatCount, formatShare } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult } from '../compute.ts';
import type { DeliveryFigures, DeliveryRow, Times } from '../delivery.ts';

/** A period, or all of them. */
export type Row = DeliveryFigures & Partial<DeliveryRow>;

type Column = TableColumn<Row>;

/** Here 0 is not '-', which is unknown. */
const COUNT: Unit = { ...ISSUES, text: formatCount };
const SHARE: Unit = { ...PERCENT, text: formatShare };

const RELEASED = 'In a version that was released in this period.';
const LINKED = 'In a version that was released in this period, and linked to an incident.';
const FIRST = 'First released in this period, and counted with the days from its start.';
const RESOLVED = 'An incident that was resolved in this period.';

const percentiles = (
  id: string,
  header: string,
  unit: Column['unit'],
  reason: string,
  timesOf: (row: Row) => Times | undefined,
): readonly Column[] =>
  ([50, 85] as const).map(share => ({
    id: `${id}${share}`,
    header: `${header}, ${share}% (proxy)`,
    unit,
    reason,
    figure: row => timesOf(row)?.[`percentile${share}`],
  }));

const RELEASE_COLUMNS: readonly Column[] = [
  {
    id: 'versions',
    header: 'Versions released (proxy)',
    unit: COUNT,
    reason: RELEASED,
    value: row => row.releases?.versions,
    figure: row => row.releases?.issues,
  },
  ...percentiles(
    'release',
    'Start to release',
    flowUnit('days'),
    FIRST,
    row => row.releases?.startToRelease,
  ),
  {
    id: 'withIncident',
    header: 'Versions with incident (proxy)',
    unit: SHARE,
    reason: LINKED,
    value: row => row.releases?.percentWithIncident,
    figure: row => row.releases?.linked,
  },
];

const INCIDENT_COLUMNS: readonly Column[] = [
  {
    id: 'incidents',
    header: 'Incidents resolved (proxy)',
    unit: COUNT,
    reason: RESOLVED,
    figure: row => row.incidents?.resolved,
  },
  ...percentiles(
    'resolution',
    'Created to resolved',
    flowUnit('elapsed'),
    RESOLVED,
    row => row.incidents?.createdToResolved,
  ),
];

/** Columns for the metrics that have data. */
export function deliveryTable({ delivery, unit }: ThroughputResult): ReportTable<Row> {
  const { rows = [], total = UNKNOWN } = delivery ?? {};
  return {
    columns: [
      ...periodColumns<Row>(unit),
      ...(total.releases ? RELEASE_COLUMNS : []),
      ...(total.incidents ? INCIDENT_COLUMNS : []),
    ],
    ...groupRows<Row>(rows, total, unit),
    nameOf: row => periodName(row, unit),
  };
}

const UNKNOWN: DeliveryFigures = { releases: null, incidents: null };

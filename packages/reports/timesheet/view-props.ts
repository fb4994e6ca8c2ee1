import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import type { TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';
import type { TreeRow } from './table.ts';
import type { TimesheetText } from './text.ts';

export interface Cells
  extends Pick<TimesheetProps, 'result' | 'settings' | 'compact' | 'dataset' | 'onDrill'> {
  readonly table: ReportTable<TreeRow>;
  readonly text: TimesheetText;
}

export type TimesheetProps = ViewProps<TimesheetSettings, TimesheetResult>;

import type { ComponentType } from 'react';
import { allowsReport, type Edition } from '../../start/edition.ts';
import { CalendarPane, CommonPane, DonePane, EnabledReportsPane } from './app-panes.tsx';
import type { PaneProps } from './pane.tsx';
import {
  AgePane,
  BurnPane,
  EstimationPane,
  OverviewPane,
  TimeInStatusPane,
  VelocityPane,
} from './report-panes.tsx';
import { TimesheetPane } from './timesheet-pane.tsx';

export interface PaneChoice {
  /** The stored key. */
  readonly section: string;
  /** What it is about; panes of reports that an edition lacks are left out. */
  readonly report: string;
  readonly Pane: ComponentType<PaneProps>;
}

const PANES: readonly PaneChoice[] = [
  { section: 'enabledReports', report: 'burn', Pane: EnabledReportsPane },
  { section: 'commonSettings', report: 'overview', Pane: CommonPane },
  { section: 'doneRule', report: 'overview', Pane: DonePane },
  { section: 'workingCalendar', report: 'burn', Pane: CalendarPane },
  { section: 'weeklySettings', report: 'overview', Pane: OverviewPane },
  { section: 'burnSettings', report: 'burn', Pane: BurnPane },
  { section: 'velocitySettings', report: 'velocity', Pane: VelocityPane },
  { section: 'estimateSettings', report: 'estimation', Pane: EstimationPane },
  { section: 'logjiraSettings', report: 'timesheet', Pane: TimesheetPane },
  { section: 'ageSettings', report: 'age', Pane: AgePane },
  { section: 'timeStatusSettings', report: 'time-in-status', Pane: TimeInStatusPane },
];

/** The panes of an edition, in their order. */
export const panesOf = (edition: Edition): readonly PaneChoice[] =>
  PANES.filter(({ report }) => allowsReport(edition, report));

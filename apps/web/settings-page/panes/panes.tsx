import type { ReactNode } from 'react';
import { allowsReport, type Edition } from '../../start/edition.ts';
import type { ReportSection } from '../sections.ts';
import { CalendarPane, CommonPane, DonePane, EnabledReportsPane } from './app-panes.tsx';
import type { PaneProps } from './pane.ts';
import { ReportPane } from './report-pane.tsx';

export interface PaneChoice {
  /** The stored key. */
  readonly section: string;
  readonly render: (props: PaneProps) => ReactNode;
}

/** The panes of an edition: those of the app, then those of the reports that it has. */
export function panesOf(
  edition: Edition,
  sections: readonly ReportSection[],
): readonly PaneChoice[] {
  const { standardFeatures: standard } = edition;
  const panes: readonly (PaneChoice | false)[] = [
    standard && { section: 'enabledReports', render: EnabledReportsPane },
    { section: 'commonSettings', render: props => <CommonPane {...props} /> },
    { section: 'doneRule', render: DonePane },
    standard && { section: 'workingCalendar', render: props => <CalendarPane {...props} /> },
    ...sections
      .filter(({ report }) => allowsReport(edition, report))
      .map(section => ({
        section: section.key,
        render: (props: PaneProps) => <ReportPane {...props} section={section} />,
      })),
  ];
  return panes.filter(pane => pane !== false);
}

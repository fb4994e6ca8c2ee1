import './report-view.css';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import type { ReactNode } from 'react';

/** The parts of a report, one below the other. */
export function ReportView(props: {
  readonly compact?: boolean;
  readonly className?: string;
  /** The title of a report that Lite shows for a limited time. */
  readonly promoted?: string | false;
  readonly children: ReactNode;
}) {
  const { compact, className, promoted, children } = props;
  return (
    <div className={classNames('tb-report', compact && 'tb-report--compact', className)}>
      {children}
      {promoted && (
        <SectionMessage kind="information" title={`${promoted} is part of Standard`}>
          It is here for a limited time. <a href="/docs?app=reports">Tallyboard Standard</a> keeps
          it, with every other report.
        </SectionMessage>
      )}
    </div>
  );
}

import './report-view.css';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { TitleTools } from '@tallyboard/ui/controls/title-row.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import type { ReactNode } from 'react';

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

/** The controls of a view; in a gadget they share the line of its title. */
export function ReportTools(props: {
  readonly className?: string;
  /** At the start of the line, also in print and on wallboards. */
  readonly start?: ReactNode;
  readonly children: ReactNode;
}) {
  const { className, start, children } = props;
  return (
    <TitleTools>
      <div className={classNames('tb-tools', !start && 'tb-options tb-no-print', className)}>
        {start}
        <div className="tb-options tb-toolbar tb-toolbar--end tb-tools__controls tb-no-print">
          {children}
        </div>
      </div>
    </TitleTools>
  );
}

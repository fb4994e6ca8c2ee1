import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import type { PeriodSettings } from './period-settings.ts';
import type { DayRange } from './periods.ts';

/** An empty range, with a button for all dates. */
export function PeriodEmpty(props: {
  readonly settings: PeriodSettings;
  readonly extent: DayRange | null;
  readonly onSettings: (settings: PeriodSettings) => void;
  readonly children: ReactNode;
}) {
  const { settings, extent, onSettings, children } = props;
  return (
    <EmptyState
      title="No data."
      {...(extent && {
        action: {
          label: 'Show all dates',
          onSelect: () => onSettings({ ...settings, ...extent }),
        },
      })}
    >
      {children}
    </EmptyState>
  );
}

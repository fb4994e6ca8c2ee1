import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import type { PeriodSettings } from './period-settings.ts';
import type { DayRange } from './periods.ts';

interface PeriodEmptyProps {
  readonly settings: PeriodSettings;
  readonly extent: DayRange | null;
  readonly onSettings: (settings: PeriodSettings) => void;
  readonly children: ReactNode;
}

/** An empty range, with a button for all dates. */
export function PeriodEmpty({ settings, extent, onSettings, children }: PeriodEmptyProps) {
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

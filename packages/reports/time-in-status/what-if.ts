import type { WhatIf } from '@tallyboard/report-kit/contract.ts';
import type { TimeInStatusSettings } from './settings.ts';

/** Whether time goes on for issues that are done. */
export function clockWhatIf(settings: TimeInStatusSettings): WhatIf<TimeInStatusSettings> {
  const way = (id: string, label: string, stopAtDone: boolean) => ({
    id,
    label,
    settings: { ...settings, stopAtDone },
  });
  return {
    id: 'clock',
    label: 'The clock of a done issue',
    chosen: settings.stopAtDone ? 'stops' : 'runs',
    ways: [
      way('runs', 'Keeps running in its status', false),
      way('stops', 'Stops when it became done', true),
    ],
  };
}

/** Whether all hours count, or the working hours of the calendar. */
export function hoursWhatIf(settings: TimeInStatusSettings): WhatIf<TimeInStatusSettings> {
  const way = (id: string, label: string, useCalendar: boolean) => ({
    id,
    label,
    settings: { ...settings, useCalendar },
  });
  return {
    id: 'hours',
    label: 'Hours that count',
    chosen: settings.useCalendar ? 'working' : 'all',
    ways: [way('all', 'All hours', false), way('working', 'Working hours of the calendar', true)],
  };
}

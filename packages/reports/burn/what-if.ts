import type { WhatIf } from '../report.ts';
import type { BurnSettings } from './settings.ts';

/** What takes an issue off a burn chart: its resolution, or a status of category Done. */
export function burnDoneWhatIf(settings: BurnSettings): WhatIf<BurnSettings> {
  return {
    id: 'done',
    label: 'Done',
    chosen: settings.doneBy,
    ways: [
      {
        id: 'resolution',
        label: 'With a resolution',
        settings: { ...settings, doneBy: 'resolution' },
      },
      {
        id: 'category',
        label: 'In a status of category Done',
        settings: { ...settings, doneBy: 'category' },
      },
    ],
  };
}

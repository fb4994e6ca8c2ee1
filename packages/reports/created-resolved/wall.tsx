import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import type { CreatedResolvedResult } from './compute.ts';
import { Lines } from './lines.tsx';

export default { picture: () => Lines } satisfies Wall<PeriodSettings, CreatedResolvedResult>;

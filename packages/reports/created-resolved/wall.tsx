import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { CreatedResolvedResult } from './compute.ts';
import { Lines } from './lines.tsx';
import type { CreatedResolvedSettings } from './settings.ts';

export default { picture: () => Lines } satisfies Wall<
  CreatedResolvedSettings,
  CreatedResolvedResult
>;

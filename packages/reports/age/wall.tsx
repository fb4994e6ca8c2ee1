import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { AgeResult } from './compute.ts';
import { Distribution } from './distribution.tsx';
import type { AgeSettings } from './settings.ts';

export default {
  picture: ({ bands }) => (bands.length > 0 ? Distribution : null),
} satisfies Wall<AgeSettings, AgeResult>;

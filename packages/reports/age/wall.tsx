import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { AgeResult } from './compute.ts';
import type { AgeSettings } from './settings.ts';
import { Distribution } from './view.tsx';

export default {
  picture: ({ bands }) => (bands.length > 0 ? Distribution : null),
} satisfies Wall<AgeSettings, AgeResult>;

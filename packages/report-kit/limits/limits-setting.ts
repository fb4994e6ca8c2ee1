import type { Definition } from '@tallyboard/core/model/result.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { definitions } from '../figures/definitions.ts';
import { FLAG } from '../settings/codec.ts';
import { EVERYWHERE } from '../settings/common-settings.ts';
import { LIMITS_TEXT } from './limit-text.ts';

export const LIMITS_SETTING = {
  ...EVERYWHERE,
  codec: FLAG,
  default: false,
  label: 'Process limits',
} as const;

/** Whether the settings of a report ask for process limits. */
export const hasLimits = (settings: unknown): boolean => recordOf(settings).limits === true;

export const limitsDefinition = (settings: unknown): readonly Definition[] =>
  hasLimits(settings) ? definitions({ 'Process limits': LIMITS_TEXT }) : [];

import type { Definition } from '@tallyboard/core/model/result.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { definitions } from '../figures/definitions.ts';
import { FLAG } from '../settings/codec.ts';
import { EVERYWHERE } from '../settings/common-settings.ts';

/** Fewer values say nothing yet: Wheeler, Understanding Variation, computes limits from five or six on. */
export const MIN_PERIODS = 6;

/** The rules in words, for views and 'How computed'. */
export const LIMITS_TEXT = `Process limits (XmR chart) are the usual range of whole periods: their average ± 2.66 × the average change from one period to the next, from ${MIN_PERIODS} periods on. Unusual is a value outside it, 2 of 3 more than two thirds of the way to a limit (two sigma), 4 of 5 more than one third (one sigma), or 8 on one side of the average.`;

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

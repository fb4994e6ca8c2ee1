import { formatCounted } from '@tallyboard/ui/text/numbers.ts';
import type { SatisfactionResult } from './compute.ts';
import type { SatisfactionSettings } from './settings.ts';

/** Why there is nothing to show. */
export function whyEmpty(
  { total }: SatisfactionResult,
  { lastDays }: SatisfactionSettings,
): string | null {
  return total.resolved.value === 0
    ? `No issue was resolved in the last ${formatCounted(lastDays, 'day')}.`
    : null;
}

import { formatCounted } from '@tallyboard/ui/text/numbers.ts';
import type { SatisfactionResult } from './compute.ts';
import type { SatisfactionSettings } from './settings.ts';

/** Why there is nothing to show. */
export function whyEmpty(
  { hasField, total }: SatisfactionResult,
  { lastDays }: SatisfactionSettings,
): string | null {
  if (!hasField && total.rated.value === 0)
    return 'This site has no field with ratings of customers. Jira Service Management has one once satisfaction is switched on in a service project.';
  return total.resolved.value === 0
    ? `No issue was resolved in the last ${formatCounted(lastDays, 'day')}.`
    : null;
}

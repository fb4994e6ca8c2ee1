import { formatCounted } from '@tallyboard/ui/text/numbers.ts';
import type { FirstResponseResult } from './compute.ts';
import { type FirstResponseSettings, slaNameOf } from './settings.ts';

/** Why first responses are not known. */
export function whyEmpty(
  { hasSla, names, rows }: FirstResponseResult,
  settings: FirstResponseSettings,
): string | null {
  if (hasSla)
    return rows.length > 0
      ? null
      : `Nothing was answered in the last ${formatCounted(settings.lastDays, 'day')}, and nothing waits.`;
  if (names.length === 0)
    return 'Not known: these issues have no SLAs. Choose issues of a service project.';
  return `Not known: these issues have no SLA '${slaNameOf(settings)}'. They have: ${names.join(', ')}. Choose the one of first responses in the setting SLA.`;
}

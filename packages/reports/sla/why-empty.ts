import { isAsked } from '@tallyboard/report-kit/families/service-desk/sla-entries.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { SlaResult } from './compute.ts';
import type { SlaSettings } from './settings.ts';

/** Why there is nothing to show. */
export function whyEmpty(
  { rows, names }: SlaResult,
  { sla, lastDays }: SlaSettings,
): string | null {
  if (rows.length > 0) return null;
  if (names.length === 0) return 'These issues have no SLAs. Choose issues of a service project.';
  const isKnown = sla === '' || names.some(name => isAsked(sla, '', slaNamed(name)));
  if (!isKnown)
    return `These issues have no SLA '${sla}'. They have: ${names.join(', ')}. Choose one of them, or leave the setting empty for all.`;
  return `No SLA is running, and none has stopped in the last ${formatCount(lastDays)} days.`;
}

const slaNamed = (name: string) => ({ name, completed: [], ongoing: null });

import { recordOf } from '@tallyboard/core/unknown.ts';
import type { ReportRequest } from '@tallyboard/engine/run-report.ts';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';

/** Changes settings that a reader chose while names are made up, unless they have such names. */
export function changeAnonymous(
  shown: ReportRequest,
  next: unknown,
  change: () => void,
  set: (on: boolean) => void,
): void {
  if (!namesDiffer(shown, next)) change();
  else
    showFlag({
      kind: 'information',
      title: 'Names are made up',
      text: 'Show names to choose by them.',
      action: { label: 'Show names', onSelect: () => set(false) },
    });
}

function namesDiffer({ report, settings }: ReportRequest, next: unknown): boolean {
  const before = recordOf(settings);
  const after = recordOf(next);
  return report.settings.list.some(
    ({ name, rename }) => rename && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';

/** Which SLAs there are where no issue has the chosen one: its figures are not known, and no zeros. Pages say it in their place. */
export function missingSla(
  { issues }: Pick<Dataset, 'issues'>,
  found: ArrayLike<number>,
  names: readonly string[],
): readonly Note[] {
  if (issues.length === 0 || found.length > 0) return [];
  const text =
    names.length === 0
      ? 'No issue has an SLA. Choose issues of a service project.'
      : `No issue has the chosen SLA. There are: ${names.join(', ')}.`;
  return [{ code: 'sla-missing', text, issues: new Uint32Array(0) }];
}

import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import { describeDone } from '@tallyboard/report-kit/settings/done-settings.ts';

/** What counts as done in a result, and whether the report has a rule of its own for it. */
export function DoneLine({ done: { rule, differs } }: { readonly done: DoneInForce }) {
  return (
    <>
      Done: {describeDone(rule)}
      {differs && <span className="tb-done-badge">Custom done rule</span>}
    </>
  );
}

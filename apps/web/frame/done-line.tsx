import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import { describeDone } from '@tallyboard/report-kit/settings/done-settings.ts';

/** The done rule of a result, marked if it is the report's own. */
export function DoneLine({ done: { rule, differs } }: { readonly done: DoneInForce }) {
  return (
    <>
      Done: {describeDone(rule)}
      {differs && <span className="tb-done-badge">Custom done rule</span>}
    </>
  );
}

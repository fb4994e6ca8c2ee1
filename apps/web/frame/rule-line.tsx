import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import { describeDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { ReportSnapshot } from './report-run.ts';

/** The done rule of a result, marked if it is the report's own. */
function DoneLine({ done: { rule, differs } }: { readonly done: DoneInForce }) {
  return (
    <>
      Done: {describeDone(rule)}
      {differs && <span className="tb-done-badge">Custom done rule</span>}
    </>
  );
}

/** What decides which issues of a result count; null where nothing does. */
export function RuleLine({ shown: { request, computed } }: { readonly shown: ReportSnapshot }) {
  const rule = request.report.rule?.(computed.result);
  return (
    <>
      {rule}
      {rule && computed.done && ' · '}
      {computed.done && <DoneLine done={computed.done} />}
    </>
  );
}

export const hasRule = ({ request, computed }: ReportSnapshot): boolean =>
  request.report.rule !== undefined || computed.done !== undefined;

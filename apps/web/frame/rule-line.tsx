import { type DoneInForce, describeDone } from '@tallyboard/core/model/done.ts';
import { rulesOf } from '@tallyboard/engine/ask/result-facts.ts';
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

/** What decides which issues of a result count, and in which weeks; null where nothing does. */
export function RuleLine({ shown }: { readonly shown: ReportSnapshot }) {
  const { done } = shown.computed;
  const rules = [...rulesOf(shown), ...otherZone(shown)].join(' · ');
  return (
    <>
      {rules}
      {rules && done && ' · '}
      {done && <DoneLine done={done} />}
    </>
  );
}

export const hasRule = (shown: ReportSnapshot): boolean =>
  shown.computed.done !== undefined || rulesOf(shown).length + otherZone(shown).length > 0;

/** Days of figures are not those of the browser. */
function otherZone({ context: { zone } }: ReportSnapshot): readonly string[] {
  return zone === Intl.DateTimeFormat().resolvedOptions().timeZone ? [] : [`Days of ${zone}`];
}

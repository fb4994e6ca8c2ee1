import { countedOf, countedText } from '@tallyboard/engine/ask/result-facts.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ReactNode } from 'react';
import type { ReportRun, ReportSnapshot, RunState } from './report-run.ts';
import { hasRule, RuleLine } from './rule-line.tsx';
import { RunBadge } from './run-badge.tsx';

/** Which issues a gadget counts, whether all of them were loaded, and the done rule. */
export default function ScopeLine(props: {
  readonly run: ReportRun;
  readonly state: RunState;
  readonly shown: ReportSnapshot;
  readonly filter: ReactNode;
}) {
  const { shown, filter, run, state } = props;
  const { loaded } = shown;
  return (
    <ul className="tb-frame__scope tb-no-print" aria-label="Gadget scope">
      {filter && <li dir="auto">{filter}</li>}
      <li>{countedText(countedOf(shown), formatCount)}</li>
      {!loaded.part && (
        <li>
          <RunBadge state={state} run={run} />
        </li>
      )}
      {hasRule(shown) && (
        <li>
          <RuleLine shown={shown} />
        </li>
      )}
    </ul>
  );
}

import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import type { ReportRun, RunState } from './report-run.ts';

/** Coverage of the shown issues; 'not up to date' after a failed load. */
export function RunBadge({ state, run }: { readonly state: RunState; readonly run: ReportRun }) {
  const { shown, failure } = state;
  if (shown === null) return null;
  if (failure) return <span className="tb-badge tb-badge--partial">not up to date</span>;
  return <CoverageBadge coverage={shown.loaded.coverage} onRetry={run.reload} />;
}

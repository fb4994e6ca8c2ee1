import type { OverviewProps } from './view-props.ts';
import './overview.css';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { lazy, Suspense } from 'react';
import { AttentionSection } from './attention-section.tsx';
import { ProgressSection } from './progress-section.tsx';
import { overviewSettings } from './settings.ts';

const Switch = settingSwitches(overviewSettings);

const Promotion = lazy(() => import('./promotion.tsx'));
// A third of the view's code, unused by gadgets.
const Breakdowns = lazy(() => import('./breakdown-section.tsx'));

export default function OverviewView(props: OverviewProps) {
  const { result, compact, lite, trial = false } = props;
  return (
    <ReportView className="tb-overview" compact={compact}>
      <div className="tb-toolbar tb-toolbar--end tb-overview__switches tb-no-print">
        <Switch {...props} name="showStatusBars" />
      </div>
      <ProgressSection {...props} />
      <AttentionSection {...props} />
      {lite && (
        <Suspense>
          <Promotion trial={trial} />
        </Suspense>
      )}
      {(!lite || trial) && result.breakdowns.length > 0 && (
        <Suspense>
          <Breakdowns {...props} />
        </Suspense>
      )}
    </ReportView>
  );
}

import type { OverviewProps } from './view-props.ts';
import './overview.css';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { lazy, Suspense } from 'react';
import { AttentionSection } from './attention-section.tsx';
import { ProgressSection } from './progress-section.tsx';
import { Promotion } from './promotion.tsx';
import { overviewSettings } from './settings.ts';

const Control = settingControls(overviewSettings);

// Tables are a third of the view's code, and gadgets do without them.
const BreakdownSection = lazy(() => import('./breakdown-section.tsx'));

/** How much is done, where the rest stands, what needs attention, and the same by group. */
export default function OverviewView(props: OverviewProps) {
  const { result, settings, compact, lite, trial = false } = props;
  return (
    <div className={compact ? 'tb-overview tb-overview--compact' : 'tb-overview'}>
      <div className="tb-overview__switches tb-no-print">
        <Control {...props} name="showStatusBars" />
      </div>
      <ProgressSection {...props} />
      <AttentionSection {...props} />
      {lite && <Promotion trial={trial} />}
      {(!lite || trial) && result.breakdowns.length > 0 && (
        <section aria-labelledby="tb-overview-breakdowns">
          <div className="tb-overview__head">
            <h3 id="tb-overview-breakdowns">Breakdowns</h3>
            <EstimationSwitch {...props} />
          </div>
          <Suspense>
            {result.breakdowns.map(table => (
              // The switch in the last one must keep its focus when the table changes under it.
              <BreakdownSection
                key={table.id === settings.other ? 'other' : table.id}
                {...props}
                table={table}
              />
            ))}
          </Suspense>
        </section>
      )}
    </div>
  );
}

/** Offers only what the issues have, and what is chosen. */
function EstimationSwitch(props: OverviewProps) {
  const { result, settings } = props;
  const isOffered = (id: string) =>
    id === 'count' || id === settings.estimation || result.lines.some(line => line.id === id);
  if (!['points', 'time'].some(isOffered)) return null;
  return (
    <div className="tb-no-print">
      <Control {...props} name="estimation" only={isOffered} />
    </div>
  );
}

import './overview.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { Toggle } from '@tallyboard/ui/controls/toggle.tsx';
import { lazy, Suspense } from 'react';
import { AttentionSection } from './attention-section.tsx';
import type { OverviewResult } from './compute.ts';
import { ProgressSection } from './progress-section.tsx';
import { Promotion } from './promotion.tsx';
import type { OverviewSettings } from './settings.ts';

export type OverviewProps = ViewProps<OverviewSettings, OverviewResult>;

// Tables are a third of the view's code, and gadgets do without them.
const BreakdownSection = lazy(() => import('./breakdown-section.tsx'));

/** How much is done, where the rest stands, what needs attention, and the same by group. */
export default function OverviewView(props: OverviewProps) {
  const { result, settings, compact, lite, trial = false, onSettings } = props;
  return (
    <div className={compact ? 'tb-overview tb-overview--compact' : 'tb-overview'}>
      <div className="tb-overview__switches tb-no-print">
        <Toggle
          label="Show status bars"
          checked={settings.showStatusBars}
          onChange={showStatusBars => onSettings({ ...settings, showStatusBars })}
        />
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
function EstimationSwitch({ result, settings, onSettings }: OverviewProps) {
  const has = (id: string) => result.lines.some(line => line.id === id);
  const choices = [
    { value: 'count', label: 'Issue Count' },
    { value: 'points', label: 'Story Points' },
    { value: 'time', label: 'Time Tracking' },
  ] as const;
  const offered = choices.filter(
    ({ value }) => value === 'count' || value === settings.estimation || has(value),
  );
  if (offered.length < 2) return null;
  return (
    <div className="tb-no-print">
      <SegmentedSwitch
        label="Estimation"
        options={offered}
        value={settings.estimation}
        onChange={estimation => onSettings({ ...settings, estimation })}
      />
    </div>
  );
}

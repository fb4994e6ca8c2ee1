import type { ZoneId } from '@tallyboard/core/time/units.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import type { VelocityPeriod } from '../period-sums.ts';
import { INTERVAL_LABELS, velocitySettings } from '../settings.ts';
import type { VelocityProps } from '../view-props.ts';
import { IncludeSprints } from './include-sprints.tsx';

const Control = settingControls(velocitySettings);

export function VelocityControls(props: VelocityProps) {
  const { settings, context, dataset, result } = props;
  const { boards } = dataset;
  const hasSprints = boards === undefined || boards.list.some(({ type }) => type !== 'kanban');
  const [first] = result.periods;
  const ofIntervals = settings.periods === 'interval';
  return (
    <div className="tb-no-print tb-report">
      <div className="tb-toolbar">
        <Control {...props} name="type" />
        <Control {...props} name="estimation" />
      </div>
      <div className="tb-toolbar">
        {hasSprints && <Control {...props} name="periods" labelStyle="shown" />}
        {ofIntervals ? (
          <>
            <Control
              {...props}
              name="intervalStart"
              value={settings.intervalStart ?? startOf(first, context.zone)}
            />
            <Control {...props} name="intervalDays" select />
          </>
        ) : (
          <IncludeSprints {...props} />
        )}
        <Control
          {...props}
          name="includeActive"
          label={ofIntervals ? INTERVAL_LABELS.includeActive : undefined}
        />
      </div>
    </div>
  );
}

/** Any instant of the first day of an interval. */
const startOf = (interval: VelocityPeriod | undefined, zone: ZoneId) =>
  interval ? startOfDay(Number(interval.id), zone) : null;

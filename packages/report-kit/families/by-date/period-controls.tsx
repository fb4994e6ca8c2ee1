import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ViewProps } from '../../contract.ts';
import { settingSwitches } from '../../form/setting-switch.tsx';
import { type PeriodSettings, periodSettings } from './period-settings.ts';
import { MAX_PERIODS, type PeriodResult } from './periods.ts';

const Switch = settingSwitches(periodSettings);

/** The time unit and the days of the chart, which a gadget has in its form, and whether they show all. */
export function PeriodControls<Settings extends PeriodSettings>(
  props: ViewProps<Settings, PeriodResult>,
) {
  return (
    <>
      {!props.compact && <Controls {...props} />}
      {props.result.shortened && (
        <div className="tb-no-print">
          <SectionMessage kind="information">
            The last {formatCount(MAX_PERIODS)} periods are shown. Choose a longer time unit to see
            the whole range.
          </SectionMessage>
        </div>
      )}
    </>
  );
}

function Controls<Settings extends PeriodSettings>(props: ViewProps<Settings, PeriodResult>) {
  const { settings, context, onSettings } = props;
  const { unit, range, extent } = props.result;
  const set = (change: Partial<PeriodSettings>) => onSettings({ ...settings, ...change });
  const today = localDay(context.asOf, context.zone);
  // An empty picker is today.
  const day = (text: string) => parseDay(text) ?? today;
  const whole = range?.from === extent?.from && range?.to === extent?.to;
  return (
    <div className="tb-options tb-toolbar tb-no-print">
      <Switch
        settings={settings}
        context={context}
        onSettings={set}
        name="timeUnit"
        value={unit}
        only={name => name !== 'auto'}
      />
      {range !== null && (
        <>
          <DateField
            label="Start date"
            value={dayText(range.from)}
            max={dayText(range.to)}
            onChange={text => set({ from: day(text), to: range.to })}
          />
          <DateField
            label="End date"
            value={dayText(range.to)}
            min={dayText(range.from)}
            onChange={text => set({ from: range.from, to: day(text) })}
          />
          {extent !== null && !whole && (
            <Button appearance="link" onClick={() => set(extent)}>
              All dates
            </Button>
          )}
          {(settings.from !== null || settings.to !== null) && (
            <Button appearance="link" onClick={() => set({ from: null, to: null })}>
              Last 30 days
            </Button>
          )}
          <Switch settings={settings} context={context} onSettings={set} name="limits" />
        </>
      )}
    </div>
  );
}

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { Zoom } from '@tallyboard/ui/charts/use-zoom.ts';
import type { Period } from '../by-date/periods.ts';

interface ZoomSettings {
  readonly from: Day | null;
  readonly to: Day | null;
}

const WHOLE: ZoomSettings = { from: null, to: null };

/** The zoom of a chart: the first and last day of the settings, of whole `periods` if it shows them. None in a gadget. */
export function dayZoom<Settings extends ZoomSettings>(
  props: {
    readonly settings: Settings;
    readonly context: Pick<ReportContext, 'zone'>;
    readonly compact: boolean;
    readonly onSettings: (settings: Settings) => void;
  },
  periods?: readonly Period[],
): Zoom | undefined {
  const { settings, context, compact, onSettings } = props;
  if (compact) return undefined;
  return {
    isZoomed: settings.from !== null || settings.to !== null,
    onZoom(first, last) {
      const [from, to] = [localDay(first, context.zone), localDay(last, context.zone)];
      const within = periods?.filter(({ start }) => start !== null && start >= from && start <= to);
      const range = within
        ? { from: within[0]?.days?.from, to: within.at(-1)?.days?.to }
        : { from, to };
      if (range.from !== undefined && range.to !== undefined) onSettings({ ...settings, ...range });
    },
    onWhole: () => onSettings({ ...settings, ...WHOLE }),
  };
}

/** The control of the number of days, which ends the zoom. */
export const daysControl = <Settings extends ZoomSettings, Props extends Setter<Settings>>(
  props: Props & Setter<Settings>,
) => ({
  ...props,
  name: 'lastDays' as const,
  select: true,
  labelStyle: 'hidden' as const,
  onSettings: (next: Settings) => props.onSettings({ ...next, ...WHOLE }),
});

interface Setter<Settings> {
  readonly onSettings: (settings: Settings) => void;
}

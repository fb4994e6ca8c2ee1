import type { WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import type { Answer } from '../answers.ts';
import type { ForecastResult } from '../compute.ts';
import type { ForecastSettings } from '../settings.ts';
import { BurnUpChart } from './burn-up-chart.tsx';
import { OutcomesChart } from './outcomes-chart.tsx';

/** The burn-up with the fan of outcomes, or their histogram. */
export function ForecastChart(
  props: Pick<
    WallPictureProps<ForecastSettings, ForecastResult>,
    'result' | 'settings' | 'context' | 'height'
  > & { readonly answers: readonly Answer[] },
) {
  const { burnUp, items } = props.result;
  if (props.settings.chart === 'outcomes') return <OutcomesChart {...props} />;
  return burnUp && <BurnUpChart {...props} burnUp={burnUp} items={items} />;
}

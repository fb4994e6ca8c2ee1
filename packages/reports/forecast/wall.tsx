import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { answersOf } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import { ForecastChart } from './parts/forecast-chart.tsx';
import type { ForecastSettings } from './settings.ts';

function Picture(props: WallPictureProps<ForecastSettings, ForecastResult>) {
  return <ForecastChart {...props} answers={answersOf(props.result, props.context)} />;
}

export default {
  picture: ({ burnUp }) => (burnUp ? Picture : null),
} satisfies Wall<ForecastSettings, ForecastResult>;

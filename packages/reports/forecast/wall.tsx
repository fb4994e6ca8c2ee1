import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { answersOf } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import { ForecastChart } from './parts/forecast-chart.tsx';
import type { ForecastSettings } from './settings.ts';

function Picture(props: WallPictureProps<ForecastSettings, ForecastResult>) {
  return <ForecastChart {...props} answers={answersOf(props.result, props.context)} />;
}

export default {
  figures(result, _, context) {
    const { finished, remaining, sample } = result;
    return [
      ...answersOf(result, context),
      {
        label: `Finished in ${formatCount(sample.days)} days`,
        text: formatCount(finished.value),
        of: 'issues',
      },
      { label: 'Open', text: formatCount(remaining.value), of: 'issues' },
    ];
  },
  picture: ({ burnUp }) => (burnUp ? Picture : null),
} satisfies Wall<ForecastSettings, ForecastResult>;

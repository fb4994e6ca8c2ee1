import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { BurnPicture } from './chart/burn-picture.tsx';
import type { BurnResult } from './compute.ts';
import { type BurnSettings, isBurnup, isSprintType } from './settings.ts';

type Props = WallPictureProps<BurnSettings, BurnResult>;

const Picture = (props: Props) =>
  props.result.chart && <BurnPicture {...props} chart={props.result.chart} />;

export default {
  figures({ chart, unit, atLeast }, { type }) {
    if (!chart) return [];
    const { totals } = chart;
    const text = (value: number | null) => `${atLeast === null ? '' : '≥ '}${formatNumber(value)}`;
    const remaining = { label: 'Remaining', text: text(totals.remaining.value) };
    const completed = { label: 'Completed', text: text(totals.completed.value) };
    const [key, other] = isBurnup(type) ? [completed, remaining] : [remaining, completed];
    return [
      { ...key, of: `of ${text(totals.scope.value)} ${unit}` },
      other,
      { label: 'Added', text: formatSigned(totals.added.value ?? 0) },
      ...(isSprintType(type)
        ? [{ label: 'Removed', text: formatSigned(-(totals.removed.value ?? 0)) }]
        : []),
    ];
  },
  picture: ({ chart }) => (chart ? Picture : null),
} satisfies Wall<BurnSettings, BurnResult>;

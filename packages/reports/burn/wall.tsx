import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { BurnPicture } from './chart/burn-picture.tsx';
import type { BurnResult } from './compute.ts';
import type { BurnSettings } from './settings.ts';

type Props = WallPictureProps<BurnSettings, BurnResult>;

const Picture = (props: Props) =>
  props.result.chart && <BurnPicture {...props} chart={props.result.chart} />;

export default {
  picture: ({ chart }) => (chart ? Picture : null),
} satisfies Wall<BurnSettings, BurnResult>;

import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import type { TextResult } from './compute.ts';
import type { TextSettings } from './settings.ts';
import { SafeText } from './view.tsx';

const Picture = ({ result }: WallPictureProps<TextSettings, TextResult>) => (
  <SafeText {...result} />
);

const wall: Wall<TextSettings, TextResult> = {
  figures: () => [],
  picture: () => Picture,
};

export default wall;

import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import type { TextResult } from './compute.ts';
import { SafeText } from './safe-text.tsx';
import type { TextSettings } from './settings.ts';

const Picture = ({ result }: WallPictureProps<TextSettings, TextResult>) => (
  <SafeText {...result} />
);

const wall: Wall<TextSettings, TextResult> = { figures: () => [], picture: () => Picture };

export default wall;

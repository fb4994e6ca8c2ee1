import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import type { TextResult } from './compute.ts';
import { SafeText } from './safe-text.tsx';
import type { TextSettings } from './settings.ts';

const Picture = ({ result }: WallPictureProps<TextSettings, TextResult>) => (
  <SafeText {...result} />
);

export default { picture: () => Picture } satisfies Wall<TextSettings, TextResult>;

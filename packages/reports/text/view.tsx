import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { TextResult } from './compute.ts';
import { SafeText } from './safe-text.tsx';
import type { TextSettings } from './settings.ts';

export default function TextView({ result }: ViewProps<TextSettings, TextResult>) {
  return <SafeText {...result} />;
}

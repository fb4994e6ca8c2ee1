import type { Wall, WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from './compute.ts';
import { CycleScatter, drawnIssues } from './parts/cycle-scatter.tsx';
import type { CycleTimeSettings } from './settings.ts';

const NO_KEYS: ReadonlyMap<number, string> = new Map();

function Picture(props: WallPictureProps<CycleTimeSettings, CycleTimeResult>) {
  const { result } = props;
  const drawn = useMemo(() => drawnIssues(result), [result]);
  return <CycleScatter {...props} drawn={drawn} keys={NO_KEYS} />;
}

export default {
  picture: ({ finished }) => (finished.rows.length > 0 ? Picture : null),
} satisfies Wall<CycleTimeSettings, CycleTimeResult>;

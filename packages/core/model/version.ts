import type { Day } from '../time/units.ts';
import type { VersionId } from './ids.ts';

export interface Version {
  readonly id: VersionId;
  readonly name: string;
  readonly released: boolean;
  readonly archived: boolean;
  readonly releaseDay: Day | null;
}

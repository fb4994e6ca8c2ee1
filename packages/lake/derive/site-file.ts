/** What raw issues are derived with, in a file that every task of a cluster reads. */

import type { Board } from '@tallyboard/core/model/board.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import type { Metadata } from '@tallyboard/dataset/load/metadata.ts';
import { FORMAT } from '../tables.ts';
import { LakeError } from '../write/lake-files.ts';

export interface SiteFile {
  readonly format: number;
  readonly version: string;
  readonly source: string;
  readonly context: ReportContext;
  readonly reasons: readonly string[];
  /** The day of the first issue; null without any. */
  readonly firstDay: Day | null;
  readonly metadata: Omit<Metadata, 'statuses'>;
  readonly statuses: readonly Status[];
  readonly boards: readonly Board[];
  readonly sprints: readonly Sprint[];
}

/** Throws LakeError. */
export function parseSiteFile(text: string): SiteFile {
  const what = 'Make one with: tallyboard derive --describe > site.json';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LakeError(`The site file is not JSON. ${what}`);
  }
  const { format, metadata, statuses, sprints } = recordOf(value);
  if (format !== FORMAT) throw new LakeError(`The site file is not of format ${FORMAT}. ${what}`);
  if (!metadata || !Array.isArray(statuses) || !Array.isArray(sprints))
    throw new LakeError(`The site file lacks fields, statuses or sprints. ${what}`);
  return value as SiteFile;
}

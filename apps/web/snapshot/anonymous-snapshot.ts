import type { Field } from '@tallyboard/core/model/field.ts';
import { anonymousResult } from '@tallyboard/engine/anonymous-result.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';
import { EngineError } from '@tallyboard/engine/failure.ts';
import type { ReportRun, ReportSnapshot } from '../frame/report-run.ts';

/** With made-up names, and the fields of the site with theirs. */
export interface AnonymousSnapshot extends ReportSnapshot {
  readonly fields: readonly Field[];
}

/** Loads an evicted dataset again. */
export async function anonymousSnapshot(
  engine: Engine,
  run: ReportRun,
  shown: ReportSnapshot,
): Promise<AnonymousSnapshot> {
  try {
    return { ...shown, ...(await anonymousResult(engine, shown)) };
  } catch (error) {
    const isGone = error instanceof EngineError && error.failure.kind === 'gone';
    if (isGone) run.reloadEvicted(shown.loaded.id);
    throw error;
  }
}

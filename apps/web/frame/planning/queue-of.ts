import type { Engine } from '@tallyboard/engine/calls.ts';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import type { ReportRun } from '../report-run.ts';
import { EditQueue } from './edit-queue.ts';

const queues = new WeakMap<ReportRun, EditQueue>();

/** The queue of a run outlives the drawer, so that an edit can be undone after it is closed. */
export function queueOf(engine: Engine, run: ReportRun): EditQueue {
  const known = queues.get(run) ?? new EditQueue(engine, run, showFlag);
  queues.set(run, known);
  return known;
}

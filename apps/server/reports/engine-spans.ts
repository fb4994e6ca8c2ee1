import { withSpan } from '@tallyboard/database/process/tracing.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';

/** An engine whose loads and calculations are spans. */
export const withSpans = (engine: Engine): Engine => ({
  ...engine,
  load: (args, watch) =>
    withSpan(
      'load',
      {},
      () => engine.load(args, watch),
      loaded => ({
        'tallyboard.issues': loaded?.issueCount ?? 0,
        'tallyboard.complete': loaded?.coverage.complete ?? false,
      }),
    ),
  compute: (args, watch) =>
    withSpan('compute', { 'tallyboard.report': args.report }, () => engine.compute(args, watch)),
});

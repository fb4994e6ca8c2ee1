import type { AnyReport, ViewProps } from '@tallyboard/report-kit/contract.ts';
import { type Preloaded, preloaded } from '../preloaded.tsx';

const views = new WeakMap<AnyReport, Preloaded<ViewProps<unknown, unknown>>>();

/** The view of a report, fetched when it is first shown or preloaded. */
export function viewOf(report: AnyReport): Preloaded<ViewProps<unknown, unknown>> {
  const known = views.get(report);
  if (known) return known;
  const view = preloaded(report.View);
  views.set(report, view);
  return view;
}

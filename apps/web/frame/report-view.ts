import type { AnyReport, ViewProps } from '@tallyboard/reports/report.ts';
import { type ComponentType, lazy } from 'react';

const views = new WeakMap<AnyReport, ComponentType<ViewProps<unknown, unknown>>>();

/** The view of a report, fetched when it is first shown. */
export function viewOf(report: AnyReport): ComponentType<ViewProps<unknown, unknown>> {
  const known = views.get(report);
  if (known) return known;
  const view = lazy(report.View);
  views.set(report, view);
  return view;
}

/** Every report there is, one line each. Importing it loads no React, no view and no form. */

import { breakdown } from './breakdown/index.ts';
import { burn } from './burn/index.ts';
import { overview } from './overview/index.ts';
import type { AnyReport, ReportId } from './report.ts';
import { velocity } from './velocity/index.ts';

export const REPORTS: Readonly<Partial<Record<ReportId, AnyReport>>> = {
  overview,
  breakdown,
  burn,
  velocity,
};

/** Undefined for an id that no report has, such as one that somebody typed. */
export function findReport(id: string): AnyReport | undefined {
  return Object.values(REPORTS).find(report => report.id === id);
}

import { needsJql } from '@tallyboard/engine/ask/read-question.ts';
import {
  type JsonSchema,
  settingsJsonSchema,
} from '@tallyboard/report-kit/settings/json-schema.ts';
import { aboutReport, REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { formatsOf } from './file-formats.ts';

export interface ReportDescription {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Others choose their issues by their settings, such as a board. */
  readonly needsJql: boolean;
  /** A JSON Schema. */
  readonly settings: JsonSchema;
  readonly formats: readonly string[];
}

/** All reports, for programs. */
export async function describeReports(): Promise<readonly ReportDescription[]> {
  const all = await Promise.all(REPORTS.map(({ id }) => findReport(id)));
  return all
    .filter(report => report !== undefined)
    .map(report => ({
      id: report.id,
      title: report.title(report.settings.defaults),
      summary: aboutReport(report.id)?.gadget?.summary ?? report.tips,
      needsJql: needsJql(report),
      settings: settingsJsonSchema(report.settings),
      formats: ['json', ...formatsOf(report.id).map(({ id }) => id)],
    }));
}

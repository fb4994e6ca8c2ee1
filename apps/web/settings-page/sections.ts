import type { SettingsSchema } from '@tallyboard/report-kit/contract.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { AnySetting } from '@tallyboard/report-kit/settings/schema.ts';
import { MENU_SWITCHES, SECTIONS, type SectionKey } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { createContext } from 'react';

export interface ReportSection {
  readonly key: SectionKey;
  readonly report: string;
  // biome-ignore lint/suspicious/noExplicitAny: each schema reads back what it wrote itself.
  readonly schema: SettingsSchema<any>;
}

let loading: Promise<readonly ReportSection[]> | null = null;

export function loadSections(): Promise<readonly ReportSection[]> {
  loading ??= Promise.all(
    SECTIONS.map(async ({ key, report: { id } }) => {
      const report = await findReport(id);
      if (!report) throw new Error(`There is no report ${id}.`);
      return { key, report: id, schema: report.settings };
    }),
  );
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

export const SectionsContext = createContext<readonly ReportSection[]>([]);

const TITLES: Readonly<Record<string, string>> = {
  enabledReports: 'Enabled reports',
  commonSettings: 'Common',
  doneRule: 'Done rule',
  figuresOnPeople: 'Figures on people',
  figuresOnPeopleExceptions: 'Exceptions for figures on people',
  workingCalendar: 'Working calendar',
  workflows: 'Workflows',
  ...Object.fromEntries(SECTIONS.map(({ key, report }) => [key, report.title])),
  fields: 'Issues By Reports',
};

/** The title of a section; the stored key of an unknown one. */
export const sectionTitle = (section: string): string => TITLES[section] ?? section;

const LABELS: Readonly<Record<string, string>> = {
  dateFormat: 'Date format',
  issueActions: 'Actions on issues',
  rule: DONE_SETTING.label,
  status: 'Done status',
  timezone: 'Time zone',
  days: 'Hours and holidays',
  ...Object.fromEntries(MENU_SWITCHES.map(({ key, label }) => [key, label])),
};

/** The label of a stored key in a section; the key itself if unknown. */
export function keyLabel(sections: readonly ReportSection[], section: string, key: string): string {
  const list = sections.find(each => each.key === section)?.schema.list ?? [];
  const setting = list.find(each => [each, ...(each.beside ?? [])].some(one => one.key === key));
  return (setting && globalLabel(setting)) ?? LABELS[key] ?? key;
}

/** Shared settings are labelled as on the reports page. */
export const globalLabel = ({ pageLabel, label }: AnySetting): string => pageLabel ?? label;

import type { ReportAbout } from '@tallyboard/report-kit/about.ts';
import * as registry from '../registry.ts';

type Registered = (typeof registry)[keyof typeof registry];
/** Keys of the global settings that hold the defaults of reports. */
export type SectionKey = NonNullable<Registered['section']>;

export interface RegisteredReport extends ReportAbout {
  readonly section: SectionKey | null;
}

const ALL: readonly RegisteredReport[] = Object.values(registry);
export const REPORTS = ALL.toSorted((a, b) => a.weight - b.weight);

const BY_ID: ReadonlyMap<string, RegisteredReport> = new Map(
  REPORTS.map(report => [report.id, report]),
);

/** Undefined for an unknown id. */
export const aboutReport = (id: string): RegisteredReport | undefined => BY_ID.get(id);

/** Each section with the first of its reports, which titles its pane. */
export const SECTIONS: readonly { readonly key: SectionKey; readonly report: RegisteredReport }[] =
  REPORTS.flatMap(report => {
    const { section: key } = report;
    const isFirst = REPORTS.find(each => each.section === key) === report;
    return key !== null && isFirst ? [{ key, report }] : [];
  });

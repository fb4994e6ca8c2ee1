/** A dashboard as a file for whoever asks, computed with this reader's rights. */
import { isOnPeople } from '@tallyboard/engine/people/on-people.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { BrowserMissingError } from '../browser/find-browser.ts';
import { type DashboardFile, dashboardFile } from '../delivery/dashboard-message.ts';
import { type OpenSite, type ReaderJob, readerSource } from '../delivery/reader-source.ts';
import { type DASHBOARD_FILES, gadgetsFor } from './subject.ts';

export interface DashboardFileJob extends ReaderJob {
  readonly format: (typeof DASHBOARD_FILES)[number];
  /** No group of fewer than three issues, and no issue. */
  readonly aggregate: boolean;
  readonly jira: string | null;
}

/** Figures on people that are in it: their reports, and what was asked. */
export interface DashboardRead {
  readonly report: string;
  readonly jql: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly asOf: string | null;
}

export type ComputedFile =
  | (Pick<DashboardFile, 'file' | 'partial'> & { readonly reads: readonly DashboardRead[] })
  /** It is not known what the reader may see. */
  | { readonly unknown: string }
  | { readonly noBrowser: string };

/** `page` is the one that HTML is made of; '' for a workbook. Throws errors of the source. */
export async function computeDashboardFile(
  store: Store,
  { format, aggregate, jira, ...job }: DashboardFileJob,
  { page, openSite = null }: { readonly page: string; readonly openSite?: OpenSite },
): Promise<ComputedFile> {
  const source = await readerSource(store, job, openSite);
  if ('unknown' in source) return source;
  const { saved, now } = job;
  const gadgets = await gadgetsFor(store, saved, source.caller && { caller: source.caller });
  const options = { name: saved.name, file: format, aggregate, page, link: null, jira, now };
  try {
    const made = await dashboardFile(() => source.openAt(null), gadgets, options);
    const onPeople = made.answers.filter(
      ({ loaded, computed, dataset }) =>
        loaded.issueCount > 0 && isOnPeople(computed.result, dataset()),
    );
    return {
      file: made.file,
      partial: made.partial,
      reads: onPeople.map(({ request: { report, settings, jql }, context }) => ({
        report: report.id,
        jql,
        settings: report.settings.serialize(settings),
        asOf: context.past ? new Date(context.asOf).toISOString() : null,
      })),
    };
  } catch (error) {
    if (error instanceof BrowserMissingError) return { noBrowser: error.message };
    throw error;
  }
}

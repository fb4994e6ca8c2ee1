import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { findSavedReport, unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { readSavedView } from '@tallyboard/reports/saved-view.ts';
import { UsageError } from './command.ts';
import { hasData, withFolder } from './data-folder.ts';

/** The parts of a saved report that the command can do without a page. */
export interface SavedQuestion {
  readonly report: AnyReport;
  readonly jql: string | undefined;
  /** A day or a rule. */
  readonly asOf: string | undefined;
  /** By stored keys. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A saved report of the store, by its id or its name; null without a store. Throws UsageError where it is not the only one. */
export async function findSaved(
  folder: string,
  name: string,
  given: { readonly jql?: string | undefined },
): Promise<SavedQuestion | null> {
  if (!hasData(folder)) return null;
  const all = await withFolder(folder, store => store.savedReports.all());
  const found = findSavedReport(all, name);
  if (!found.saved) {
    const names = all.map(each => each.name);
    throw new UsageError(found.isAmbiguous ? found.problem : unknownReport(name, names));
  }
  const { saved } = found;
  const view = await readSavedView(saved.view);
  if (!view)
    throw new UsageError(`The report '${saved.view.report}' of '${name}' is not in this version.`);
  if (given.jql === undefined && view.jql === null)
    throw new UsageError(`'${name}' has the issues of a tab of the page. Give a query with --jql.`);
  return { ...view, jql: given.jql ?? view.jql ?? undefined, asOf: view.asOf ?? undefined };
}

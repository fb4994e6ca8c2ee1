import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { filterId } from '@tallyboard/replica/rest/agile/board.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { ReportQuery } from './report-job.ts';

/** Who may have the same report. */
export interface ReaderScope {
  /** Equal for readers who may have each other's reports. */
  readonly key: string;
  /** All who see everything share. */
  readonly seesAll: boolean;
}

/**
 * The scope of a reader for a query, by the rights of this moment. Readers who see everything share what does not depend on
 * who asks; others share nothing. Throws a 403 while it is unknown what the reader may see.
 */
export async function scopeOf(
  { store: all, view }: Api,
  { caller, reply }: Call,
  { jql, settings }: Pick<ReportQuery, 'jql' | 'settings'>,
  hasQuery: boolean,
): Promise<ReaderScope> {
  const { store, why } = await view(caller, reply.request);
  if (why !== null) throw new JiraError(403, why);
  const texts = [jql ?? '', ...Object.values(settings).map(value => JSON.stringify(value))];
  const isCommon =
    !texts.some(dependsOnReader) &&
    !/currentUser/i.test(JSON.stringify((await sharedSettings(all)) ?? null)) &&
    (!hasQuery || (await seesBoards(all, store)));
  if (isCommon && (await store.segments.seesAll())) return { key: 'all', seesAll: true };
  const { userId, account, groups } = caller;
  const rights = await store.access.fingerprint();
  return { key: JSON.stringify([userId, account, groups, rights]), seesAll: false };
}

/** The settings of all readers, which reports merge with their own; undefined without any. */
export const sharedSettings = async (store: Store): Promise<unknown> =>
  (await store.properties.get(`addon:${ADDON_KEYS.standard}`, 'global-settings'))?.value;

/** Whether the queries of all boards are visible to the reader, and the same for everybody. */
async function seesBoards(all: Store, own: Store): Promise<boolean> {
  const filters = [await all.catalogue.read(), await own.catalogue.read()].map(
    catalogue => (id: string) => catalogue.get('filter', id),
  );
  return (await all.catalogue.all('board')).every(board => {
    const id = filterId(board) ?? '';
    const [known, seen] = filters.map(find => find(id));
    return !known || (seen && !dependsOnReader(String(seen.document.jql)));
  });
}

/** Functions of the current user, and fields of saved filters, which may be private or name these. Too many rather than too few. */
const dependsOnReader = (text: string): boolean =>
  /user|history|watched|voted|filter|request|\\/i.test(text);

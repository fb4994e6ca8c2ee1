import type { Scope } from '@tallyboard/engine/ask/question.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import type { Extent } from '@tallyboard/replica/data/access/grants.ts';
import { filterIdOf } from '@tallyboard/replica/data/planning/boards.ts';
import {
  type Api,
  type Call,
  requireKnownRights,
  type View,
} from '@tallyboard/replica/rest/api.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { mirrorView } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { ReportQuery } from './report-job.ts';

/** Who may have the same report. */
export interface ReaderScope {
  /** Equal for readers who may have each other's reports. */
  readonly key: string;
  /** All who see everything share, and all who see everything that is stored. */
  readonly extent: Extent;
}

/**
 * The scope of a reader for a query, by the rights of this moment. Readers of the same extent share what does not depend on who
 * asks; those who see a part share nothing. Throws while it is unknown what the reader may see.
 */
export async function readerExtent(
  { store: all, view }: Api,
  { caller, reply }: Call,
  { report, scope: asked, settings }: Pick<ReportQuery, 'report' | 'scope' | 'settings'>,
): Promise<ReaderScope> {
  const own = await view(caller, reply.request);
  requireKnownRights(own, reply);
  const { store } = own;
  const texts = [scopeText(asked), ...Object.values(settings).map(value => JSON.stringify(value))];
  const shared = JSON.stringify((await sharedSettings(all)) ?? null);
  const hasQuery = (await findReport(report))?.query !== undefined;
  const usesBoards =
    hasQuery || 'board' in asked || [...texts, shared].some(text => text.includes('last-column'));
  const isCommon =
    !texts.some(dependsOnReader) &&
    !/currentUser/i.test(shared) &&
    (!usesBoards || (await seesBoards(all, store)));
  const extent = isCommon ? await store.segments.extent() : 'part';
  if (extent !== 'part') return { key: extent, extent };
  const { userId, account, groups } = caller;
  const rights = await store.access.fingerprint();
  return { key: JSON.stringify([userId, account, groups, rights]), extent };
}

/** The query, or one that depends on the reader. */
const scopeText = (scope: Scope): string =>
  'jql' in scope ? (scope.jql ?? '') : 'board' in scope ? '' : JSON.stringify({ user: scope });

/** The settings of all readers, which reports merge with their own; undefined without any. */
export const sharedSettings = async (store: Pick<Store, 'properties'>): Promise<unknown> =>
  (await store.properties.get(`addon:${ADDON_KEYS.standard}`, 'global-settings'))?.value;

/** Whether the reader sees all boards and sprints, and the queries of boards are the same for everybody. */
async function seesBoards(all: Reader, own: Reader): Promise<boolean> {
  const [site, seen] = [await all.catalogue.read(), await own.catalogue.read()];
  const boards = site.all('board');
  if (seen.all('board').length < boards.length) return false;
  if (seen.all('sprint').length < site.all('sprint').length) return false;
  return boards.every(({ document }) => {
    const filter = site.get('filter', filterIdOf(document) ?? '');
    return !filter || !dependsOnReader(String(filter.document.jql));
  });
}

type Reader = Pick<Store, 'catalogue'>;

/** The view of readers of the same extent; of a part, that of the one who asks. */
export const viewOf = (store: Store, extent: Extent, now: () => number): View => {
  if (extent === 'part') return mirrorView(store, now);
  const common = extent === 'everything' ? store : store.as(null, 'stored');
  return () => ({ store: common, why: null });
};

/** Functions of the current user, and fields of saved filters, which may be private or name these. Too many rather than too few. */
const dependsOnReader = (text: string): boolean =>
  /user|history|watched|voted|filter|request|\\/i.test(text);

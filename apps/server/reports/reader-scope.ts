import type { Scope } from '@tallyboard/engine/ask/question.ts';
import { epicQuery, ISSUES_OF_USER, presetQuery } from '@tallyboard/engine/ask/scope-queries.ts';
import { peopleRule } from '@tallyboard/engine/people/people-rule.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { dependsOnViewer } from '@tallyboard/jira/jql/viewer.ts';
import type { Extent } from '@tallyboard/replica/data/access/grants.ts';
import { filterIdOf } from '@tallyboard/replica/data/planning/boards.ts';
import { dependsOnReader } from '@tallyboard/replica/jql/reader.ts';
import {
  type Api,
  type Call,
  requireKnownRights,
  type View,
} from '@tallyboard/replica/rest/api.ts';
import { parseSiteSettings } from '@tallyboard/reports/catalogue/site-settings.ts';
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
  const texts = [...scopeTexts(asked), ...textsIn(settings)];
  const settingsOfAll = await sharedSettings(all);
  const shared = textsIn(settingsOfAll);
  const hasQuery = (await findReport(report))?.query !== undefined;
  const usesBoards =
    hasQuery ||
    'board' in asked ||
    'boardSet' in asked ||
    [...texts, ...shared].some(text => text.includes('last-column'));
  const isCommon =
    !texts.some(isOfReader) &&
    !shared.some(dependsOnViewer) &&
    (!usesBoards || (await seesBoards(all, store)));
  const { userId, account, groups } = caller;
  const rule = peopleRule({
    settings: parseSiteSettings(settingsOfAll),
    roles: caller.roles,
    projectRoles: await store.access.projectRoles(),
  });
  // Roles in projects are those of the reader's own view.
  const isOwn = !isCommon || rule.exceptedIn.length > 0;
  const extent = isOwn ? 'part' : await store.segments.extent();
  if (extent !== 'part') {
    // Each reader sees their own row by name.
    const reader = rule.policy.kind === 'own-and-groups' ? [userId, account] : [];
    return { key: JSON.stringify([extent, rule, reader]), extent };
  }
  const rights = await store.access.fingerprint();
  return { key: JSON.stringify([userId, account, groups, rights, rule]), extent };
}

/** The query; that of a board is its filter's. */
function scopeTexts(scope: Scope): readonly string[] {
  if ('boardSet' in scope) return [scope.jql, ...textsIn(scope.boardSet.members)];
  if ('jql' in scope) return [scope.jql ?? ''];
  if ('board' in scope) return [];
  if ('epic' in scope) return [epicQuery('cloud', scope.epic)];
  return ['user' in scope ? ISSUES_OF_USER[scope.user] : presetQuery('cloud', scope.preset)];
}

/** The settings of all readers, which reports merge with their own; undefined without any. */
export const sharedSettings = async (store: Pick<Store, 'properties'>): Promise<unknown> =>
  (await store.properties.get(`addon:${ADDON_KEYS.standard}`, 'global-settings'))?.value;

/** Whether the reader sees all boards and sprints, and the queries of boards are the same for everybody. */
async function seesBoards(all: Stored, own: Stored): Promise<boolean> {
  const [site, seen] = [await all.catalogue.read(), await own.catalogue.read()];
  const boards = site.all('board');
  if (seen.all('board').length < boards.length) return false;
  if (seen.all('sprint').length < site.all('sprint').length) return false;
  return boards.every(({ document }) => {
    const filter = site.get('filter', filterIdOf(document) ?? '');
    return !filter || !isOfReader(String(filter.document.jql));
  });
}

type Stored = Pick<Store, 'catalogue'>;

/** Whether a query, or a part of one, depends on who asks. */
const isOfReader = (text: string): boolean => dependsOnReader(text) ?? dependsOnViewer(text);

/** All texts in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The view of readers of the same extent; of a part, that of the one who asks. */
export const viewOf = (store: Store, extent: Extent, now: () => number): View => {
  if (extent === 'part') return mirrorView(store, now);
  const common = extent === 'everything' ? store : store.as(null, 'stored');
  return () => ({ store: common, why: null });
};

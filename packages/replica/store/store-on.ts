import { sql } from 'kysely';
import { autocompleteData, suggestValues } from '../jql/autocomplete.ts';
import { count, parseJql, search } from '../jql/search.ts';
import { accessOn } from './access.ts';
import { backupLines, restoreLines } from './backup.ts';
import { type Catalogue, refreshCatalogue } from './catalogue.ts';
import * as items from './dashboard-items.ts';
import * as dashboards from './dashboards.ts';
import type { Engine } from './engine.ts';
import { deleteEntity, saveEntity } from './entities.ts';
import { readFavourites, writeFavourite } from './favourites.ts';
import { readGaps } from './gaps.ts';
import { ingest } from './ingest.ts';
import * as reads from './issue-reads.ts';
import { deleteIssues } from './issue-rows.ts';
import { waitForLock } from './locks.ts';
import { mirrorOn } from './mirror.ts';
import { assignment, changeIssue, emptySprint, moveToSprint, rankIssues } from './planning.ts';
import * as properties from './properties.ts';
import { boardJql, boardSprints, createSprint, updateSprint } from './sprints.ts';
import type { Store } from './store.ts';
import { tenantsOn } from './tenants.ts';
import { writeQueue } from './writes.ts';

/** The store over an engine: reads look at fresh entities, writes stand in line. */
export function storeOn(engine: Engine, catalogue: Catalogue): Store {
  const { db } = engine;
  const write = writeQueue(engine, catalogue);
  const fresh = () => refreshCatalogue(db, catalogue);

  const store: Store = {
    engine: engine.name,
    ingest: (records, settings) => ingest(engine, catalogue, write, records, settings),

    async search(request) {
      await fresh();
      return search(engine, db, catalogue, request);
    },
    async count(request) {
      await fresh();
      return count(engine, db, catalogue, request);
    },
    async matches(ids, request) {
      await fresh();
      const found = await search(engine, db, catalogue, {
        ...request,
        among: ids,
        limit: undefined,
      });
      const known = new Set(found.ids);
      return ids.filter(id => known.has(id));
    },
    async parseJql(jql, settings) {
      await fresh();
      return parseJql(engine, db, catalogue, jql, settings);
    },
    async autocomplete(projectIds) {
      await fresh();
      return autocompleteData(engine, catalogue, projectIds);
    },
    async suggestions(fieldName, prefix, limit = 15) {
      await fresh();
      return suggestValues(engine, db, catalogue, fieldName, prefix, limit);
    },

    async issueDocuments(ids) {
      await fresh();
      return reads.readDocuments(engine, db, catalogue, ids);
    },
    issueIds: idsOrKeys => reads.readIssueIds(engine, db, idsOrKeys),
    async issueByKeyOrId(idOrKey) {
      const [id] = await store.issueIds([idOrKey]);
      const [document] = await store.issueDocuments(id ? [id] : []);
      return document ?? null;
    },
    async issueCount(projectId) {
      const where = projectId === undefined ? sql`1 = 1` : sql`project_id = ${projectId}`;
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from issues where ${where}`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },
    async gaps() {
      await fresh();
      return readGaps(engine, db, catalogue);
    },
    deleteIssues: keys => write(trx => deleteIssues(engine, trx, keys)),
    async histories(request) {
      await fresh();
      return reads.readHistories(engine, db, catalogue, request);
    },
    worklogs: request => reads.readWorklogs(db, request),
    firstWorklogs: (issueIds, limit) => reads.readFirstWorklogs(engine, db, issueIds, limit),
    worklogsByIds: ids => reads.readWorklogsByIds(engine, db, ids),
    worklogsUpdated: (since, limit) => reads.readWorklogsUpdated(db, since, limit),

    async entities(kind) {
      await fresh();
      return [...catalogue.all(kind)];
    },
    async entity(kind, id) {
      await fresh();
      return catalogue.get(kind, id) ?? null;
    },
    saveEntity: (kind, id, document) =>
      write(trx => saveEntity(trx, catalogue, kind, id, document)),
    deleteEntity: (kind, id) => write(trx => deleteEntity(trx, catalogue, kind, id)),
    async site() {
      await fresh();
      return catalogue.get('site', 'site')?.document ?? {};
    },

    async boardJql(boardId, settings) {
      await fresh();
      return boardJql(catalogue, boardId, settings);
    },
    async boardSprints(boardId, states) {
      await fresh();
      return boardSprints(catalogue, boardId, states);
    },
    createSprint: fields => write(trx => createSprint(trx, catalogue, fields)),
    updateSprint: (id, changes, at) => write(trx => updateSprint(trx, catalogue, id, changes, at)),
    deleteSprint: (id, author, at) =>
      write(async trx => {
        await emptySprint(engine, trx, catalogue, id, author, at);
        await deleteEntity(trx, catalogue, 'sprint', id);
      }),
    moveToSprint: request => write(trx => moveToSprint(engine, trx, catalogue, request)),
    rankIssues: request => write(trx => rankIssues(engine, trx, request)),
    assignIssue: ({ issueId, assigneeId, author, at }) =>
      write(async trx => {
        const change = await assignment(engine, trx, catalogue, issueId, assigneeId);
        await changeIssue(engine, trx, catalogue, { issueId, author, at, changes: [change] });
      }),
    changeIssue: change => write(trx => changeIssue(engine, trx, catalogue, change)),

    favouriteFilters: userId => readFavourites(db, userId),
    setFavouriteFilter: (userId, filterId, favourite) =>
      write(trx => writeFavourite(trx, userId, filterId, favourite)),

    properties: scope => properties.readProperties(db, scope),
    propertyOfEach: (scopes, key) => properties.readPropertyOfEach(db, scopes, key),
    property: (scope, key) => properties.readProperty(db, scope, key),
    setProperty: (scope, key, value, expectedVersion) =>
      write(async trx => {
        const done = await properties.writeProperty(trx, scope, key, value, expectedVersion);
        await items.noteProperty(trx, scope, key, value);
        return done;
      }),
    deleteProperty: (scope, key) =>
      write(async trx => {
        const removed = await properties.removeProperty(trx, scope, key);
        if (removed) await items.noteProperty(trx, scope, key, null);
        return removed;
      }),

    dashboards: () => dashboards.readDashboards(db),
    dashboard: id => dashboards.readDashboard(db, id),
    dashboardState: id => db.transaction().execute(trx => dashboards.readState(trx, id)),
    createDashboard: fields => write(trx => dashboards.createDashboard(trx, fields)),
    changeDashboard: (id, change, at, expectedVersion) =>
      write(trx => dashboards.changeDashboard(trx, id, change, at, expectedVersion)),
    copyDashboard: (id, fields) => write(trx => dashboards.copyDashboard(trx, id, fields)),
    deleteDashboard: id => write(trx => dashboards.deleteDashboard(trx, id)),
    dashboardItems: dashboardId => items.readItems(db, dashboardId),
    addDashboardItem: (dashboardId, item, at) =>
      write(trx => dashboards.addToDashboard(trx, dashboardId, item, at)),
    deleteDashboardItem: (dashboardId, itemId, at) =>
      write(trx => dashboards.deleteFromDashboard(trx, dashboardId, itemId, at)),

    access: accessOn(db),
    tenants: tenantsOn(db),
    backup: now => backupLines(engine, now),
    restore: (lines, settings) => restoreLines(engine, write, lines, settings),
    mirror: mirrorOn(engine, catalogue, write),
    lock: (name, { wait = false, signal } = {}) =>
      wait ? waitForLock(engine.tryLock, name, signal) : engine.tryLock(name),

    async ping() {
      await sql`select 1`.execute(db);
    },
    close: () => engine.close(),
  };
  return store;
}

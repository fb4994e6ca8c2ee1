import { idNumbers } from '@tallyboard/database/engine.ts';
import { find } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { Entity } from '../entity.ts';
import type { JsonObject } from '../shapes.ts';
import { type Access, restrictionOf, type Visibility } from './grants.ts';
import { conditionsOf, rightsOf } from './reader.ts';

/** What the reader may do with what he sees, by the keys of Jira's permissions. */
export function accessStore(context: StoreContext) {
  const { engine, catalogue, grants, refresh, visible, restrictions } = context;
  /** Who sees everything, as the owner of a data folder does, is refused nothing. */
  const granted = (permission: string): ReadonlyMap<string, Access> =>
    visible() === null
      ? new Map(catalogue.all('project').map(({ id }) => [id, true]))
      : grants().projects(permission);
  return {
    /** Ids of the projects in which the permission is granted, at least for some issues. */
    async projects(permission: string): Promise<string[]> {
      await refresh();
      return [...granted(permission).keys()];
    },

    /** The given issues for which the permission is granted. */
    async issues(permission: string, ids: readonly string[]): Promise<string[]> {
      await refresh();
      const isGranted = conditionsOf(engine, grants(), 'issues');
      const inProject = isGranted(sql.ref('project_id'), granted(permission));
      const isGiven = engine.idIn('id', idNumbers(ids));
      const where = sql`${isGiven} and ${inProject} and ${visible() ?? sql`1 = 1`}`;
      return (await find(context, 'issues', where, 'id')).map(({ id }) => String(id));
    },

    async scheme(
      projectId: string,
      kind: 'permissionScheme' | 'securityScheme',
    ): Promise<Entity | null> {
      await refresh();
      return grants().schemeOf(projectId, kind) ?? null;
    },

    /** What the schemes let the reader see; null on a site without schemes. */
    async visibility(): Promise<Visibility | null> {
      await refresh();
      return grants().visibility();
    },

    /** Whether the reader may see such a comment or worklog of a project. */
    async entry(entry: JsonObject, projectId: string): Promise<boolean> {
      await refresh();
      const restriction = restrictionOf(entry, projectId);
      return restriction === null || (restrictions()?.includes(restriction) ?? true);
    },

    /** A text that changes with what the reader may see. */
    async fingerprint(): Promise<string> {
      await refresh();
      return JSON.stringify([rightsOf(context), restrictions(), [...grants().groups]]);
    },

    /** The ids of the projects in which the reader has each role, by its name. */
    async projectRoles(): Promise<Readonly<Record<string, readonly string[]>>> {
      await refresh();
      return grants().projectRoles();
    },

    /** Names and ids of the reader's groups, folded. */
    groups: () => grants().groups,
  };
}

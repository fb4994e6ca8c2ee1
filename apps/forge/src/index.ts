/** The functions that the pages call in Jira Cloud. */
import { asUser, route } from '@forge/api';
import { kvs } from '@forge/kvs';
import Resolver from '@forge/resolver';
import { type Place, readSetting, writeSetting } from './settings.ts';

const place: Place = { store: kvs, isAdmin };

/** Asks Jira as the one who calls. Throws when Jira does not answer. */
async function isAdmin(): Promise<boolean> {
  const reply = await asUser().requestJira(
    route`/rest/api/3/mypermissions?permissions=${'ADMINISTER'}`,
  );
  if (!reply.ok) return false;
  const { permissions } = await reply.json();
  return permissions?.ADMINISTER?.havePermission === true;
}

const resolver = new Resolver();
resolver.define('read-setting', ({ payload }) => readSetting(place, payload));
resolver.define('write-setting', ({ payload }) => writeSetting(place, payload));

export const handler = resolver.getDefinitions();

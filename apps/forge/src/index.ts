/** The functions that the pages call in Jira Cloud. */
import { asUser, route } from '@forge/api';
import { kvs } from '@forge/kvs';
import { makeResolver } from '@forge/resolver';
import { readSetting, type SettingLocation, writeSetting } from './settings.ts';

const place: SettingLocation = { store: kvs, isAdmin };

/** Asks Jira as the calling user. Throws when Jira does not answer. */
async function isAdmin(): Promise<boolean> {
  const reply = await asUser().requestJira(
    route`/rest/api/3/mypermissions?permissions=${'ADMINISTER'}`,
  );
  if (!reply.ok) return false;
  const { permissions } = await reply.json();
  return permissions?.ADMINISTER?.havePermission === true;
}

export const handler = makeResolver({
  'read-setting': ({ payload }) => readSetting(place, payload),
  'write-setting': ({ payload }) => writeSetting(place, payload),
});

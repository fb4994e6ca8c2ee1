import type { Api, Call, Resource } from '@tallyboard/replica/rest/api.ts';
import { ADMINISTER, READ_ISSUES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { readProperty } from '@tallyboard/replica/rest/platform/properties.ts';
import type { Store } from '../store.ts';
import { boardSets } from './board-sets.ts';
import { dashboards } from './dashboards.ts';
import { projectStart } from './project-start.ts';
import { savedReports } from './saved-reports.ts';

/** What the server adds to the replica's REST API. */
export const serverResources = ({
  accounts,
  savedReports: reports,
  boardSets: sets,
  pins,
}: Pick<Store, 'accounts' | 'savedReports' | 'boardSets' | 'pins'>): readonly Resource[] => [
  dashboards(accounts),
  savedReports(accounts, reports, pins),
  boardSets(accounts, sets),
  projectStart(reports),
  appSettings,
];

/** Shared settings as the Data Center app stores them, with a servlet of its own. */
function appSettings(api: Api): void {
  const path = '/plugins/servlet/:app/settings';
  const scopeOf = (call: Call) => `addon:${call.params.app}`;

  api.root.get(path, READ_ISSUES, async call => {
    const key = readKey(call);
    const stored = await call.store.properties.get(scopeOf(call), key);
    return { key, value: stored?.value ?? null };
  });

  api.root.put(path, ADMINISTER, async call => {
    const key = readKey(call);
    const value = readProperty(call, key, 127);
    await call.store.properties.set(scopeOf(call), key, value);
    return { key, value };
  });
}

function readKey(call: Call): string {
  const { key } = call.query;
  if (typeof key !== 'string' || key === '')
    throw new JiraError(400, "The 'key' parameter is required.");
  return key;
}

import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchProperty } from '@tallyboard/jira/endpoints/property.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import {
  OutdatedReportError,
  type SavedReport,
  type SavedReports,
  type StoredReport,
  storedReport,
} from './saved-report.ts';

/** Of Jira, for the value of a property. */
const MAX_CHARACTERS = 32_768;
const PROPERTY = '/user/properties/tallyboard-saved-reports';
type Address = Pick<HttpRequest, 'path' | 'query'>;

const stored = v.object({ reports: v.array(storedReport) });

/** In one property of the reader's user in Jira, which nobody else uses. */
export function userReports(client: JiraClient): SavedReports {
  let address: Address | null = null;
  const find = async () => {
    address ??= await addressOf(client);
    return address;
  };

  async function list(signal?: AbortSignal): Promise<readonly SavedReport[]> {
    const value = await fetchProperty(client, await find(), signal);
    const { reports } = parseWire(stored, value ?? { reports: [] }, 'user property');
    return reports.map(ofReader);
  }

  async function write(reports: readonly StoredReport[]): Promise<void> {
    const body = {
      reports: reports.map(({ id, name, description, view, version, favourite }) => ({
        id,
        name,
        description,
        view,
        version,
        ...(favourite && { favourite }),
      })),
    };
    if (JSON.stringify(body).length > MAX_CHARACTERS)
      throw new Error(
        'Jira has no room for another saved report. Delete one that you no longer need.',
      );
    await client.send({ method: 'PUT', ...(await find()), body });
  }

  return {
    canShare: false,
    list,
    get: async (id, signal) => (await list(signal)).find(each => each.id === id) ?? null,
    gadgets: async () => null,
    projectStart: async () => ({ report: null, editable: false }),
    async setProjectStart() {
      throw new Error('Reports that are not shared cannot be the start page of a project.');
    },
    async save({ shares: _, ...change }) {
      const all = await list();
      const before = all.find(({ id }) => id === change.id);
      if ((before?.version ?? 0) !== change.version) throw new OutdatedReportError();
      const saved = {
        name: '',
        view: {},
        favourite: false,
        ...before,
        ...change,
        version: change.version + 1,
      };
      await write([...all.filter(each => each !== before), saved].sort(byName));
      return ofReader(saved);
    },
    async setFavourite(id, on) {
      const all = await list();
      await write(all.map(each => (each.id === id ? { ...each, favourite: on } : each)));
    },
    async remove(id) {
      await write((await list()).filter(each => each.id !== id));
    },
  };
}

async function addressOf(client: JiraClient): Promise<Address> {
  const { accountId, name } = await fetchMyself(client);
  return client.flavour === 'cloud'
    ? { path: `/rest/api/3${PROPERTY}`, query: { accountId: accountId ?? '' } }
    : { path: `/rest/api/2${PROPERTY}`, query: { username: name ?? '' } };
}

const byName = (a: StoredReport, b: StoredReport) => a.name.localeCompare(b.name);

const ofReader = (report: StoredReport): SavedReport => ({
  ...report,
  owner: null,
  mine: true,
  editable: true,
  manageable: true,
  shares: [],
});

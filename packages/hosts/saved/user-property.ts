import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchProperty } from '@tallyboard/jira/endpoints/property.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import { storedReport } from './saved-report.ts';

/** Jira's limit for the value of a property. */
const MAX_CHARACTERS = 32_768;
const PROPERTY = '/user/properties/tallyboard-saved-reports';
type Address = Pick<HttpRequest, 'path' | 'query'>;

const schema = v.object({
  reports: v.array(storedReport),
  /** The ids of shared reports that the reader has starred. */
  favourites: v.optional(v.array(v.string()), []),
});
type Value = v.InferOutput<typeof schema>;

/** The saved reports of the reader in a property of their user in Jira. */
export interface UserProperty {
  read(signal?: AbortSignal): Promise<Value>;
  write(value: Value): Promise<void>;
}

export function userProperty(client: JiraClient): UserProperty {
  let address: Address | null = null;
  const find = async () => {
    address ??= await addressOf(client);
    return address;
  };
  return {
    async read(signal) {
      const value = await fetchProperty(client, await find(), signal);
      return parseWire(schema, value ?? { reports: [] }, 'user property');
    },
    async write({ reports, favourites }) {
      const body = {
        reports: reports.map(({ id, name, description, view, version, favourite }) => ({
          id,
          name,
          description,
          view,
          version,
          ...(favourite && { favourite }),
        })),
        ...(favourites.length > 0 && { favourites }),
      };
      if (JSON.stringify(body).length > MAX_CHARACTERS)
        throw new Error(
          'Jira has no room for another saved report. Delete one that you no longer need.',
        );
      await client.send({ method: 'PUT', ...(await find()), body });
    },
  };
}

async function addressOf(client: JiraClient): Promise<Address> {
  const { accountId, name } = await fetchMyself(client);
  return client.flavour === 'cloud'
    ? { path: `/rest/api/3${PROPERTY}`, query: { accountId: accountId ?? '' } }
    : { path: `/rest/api/2${PROPERTY}`, query: { username: name ?? '' } };
}

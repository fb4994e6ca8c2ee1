import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchProperty } from '@tallyboard/jira/endpoints/property.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import { storedReport } from './saved-report.ts';

/** Jira's limit for the value of a property. */
const MAX_CHARACTERS = 32_768;
type Address = Pick<HttpRequest, 'path' | 'query'>;

/** A property of the reader's user in Jira. */
export interface UserProperty<Value> {
  read(signal?: AbortSignal): Promise<Value>;
  write(value: Value): Promise<void>;
}

/** `noun`: what there is no room for. */
export function userProperty<Value>(
  client: JiraClient,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  { empty, noun }: { readonly empty: object; readonly noun: string },
): UserProperty<Value> {
  let address: Address | null = null;
  const find = async () => {
    address ??= await addressOf(client, key);
    return address;
  };
  return {
    async read(signal) {
      const value = await fetchProperty(client, await find(), signal);
      return parseWire(schema, value ?? empty, 'user property');
    },
    async write(value) {
      if (JSON.stringify(value).length > MAX_CHARACTERS)
        throw new Error(
          `Jira has no room for another ${noun}: it keeps 32 KB of them for each user. Delete one that you no longer need.`,
        );
      await client.send({ method: 'PUT', ...(await find()), body: value });
    },
  };
}

const reportsSchema = v.object({
  reports: v.array(storedReport),
  /** The ids of shared reports that the reader has starred. */
  favourites: v.optional(v.array(v.string()), []),
});

/** The saved reports of the reader. */
export type ReportsProperty = UserProperty<v.InferOutput<typeof reportsSchema>>;

export function reportsProperty(client: JiraClient): ReportsProperty {
  const property = userProperty<unknown>(client, 'tallyboard-saved-reports', v.unknown(), {
    empty: { reports: [] },
    noun: 'saved report',
  });
  return {
    read: async signal => parseWire(reportsSchema, await property.read(signal), 'user property'),
    write: ({ reports, favourites }) =>
      property.write({
        reports: reports.map(({ id, name, description, view, version, favourite }) => ({
          id,
          name,
          description,
          view,
          version,
          ...(favourite && { favourite }),
        })),
        ...(favourites.length > 0 && { favourites }),
      }),
  };
}

async function addressOf(client: JiraClient, key: string): Promise<Address> {
  const { accountId, name } = await fetchMyself(client);
  return client.flavour === 'cloud'
    ? { path: `/rest/api/3/user/properties/${key}`, query: { accountId: accountId ?? '' } }
    : { path: `/rest/api/2/user/properties/${key}`, query: { username: name ?? '' } };
}

import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { statusOf } from '../errors.ts';
import { readOne } from '../read.ts';
import { UserSchema } from '../wire/issue.ts';

const PATH = '/rest/api/3/user/bulk';
const USERS_AT_ONCE = 100;

const schema = v.object({ values: v.array(UserSchema) });

/** The names of users of Jira Cloud by account id, without those that Jira does not tell. */
export async function fetchUserNames(
  client: JiraClient,
  accountIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let start = 0; start < accountIds.length; start += USERS_AT_ONCE) {
    const accountId = accountIds.slice(start, start + USERS_AT_ONCE);
    const query = { accountId, maxResults: USERS_AT_ONCE };
    try {
      const { values } = await readOne(client, schema, PATH, { query, signal });
      for (const { accountId, displayName } of values)
        if (accountId && displayName) names.set(accountId, displayName);
    } catch (error) {
      // An unknown account.
      if (statusOf(error) !== 404 && statusOf(error) !== 400) throw error;
    }
  }
  return names;
}

import type { JiraClient } from '../client.ts';
import { parseWire } from '../wire/parse.ts';
import { type WireUser, WireUsers } from '../wire/user.ts';

/** Users that issues of a project can be given to, whose names begin with the text; the first 50. */
export async function fetchAssignableUsers(
  client: JiraClient,
  search: { readonly project: string; readonly text: string },
  signal?: AbortSignal,
): Promise<readonly WireUser[]> {
  const text = client.flavour === 'cloud' ? { query: search.text } : { username: search.text };
  const reply = await client.send(
    {
      method: 'GET',
      path: '/rest/api/2/user/assignable/search',
      query: { project: search.project, ...text },
    },
    { signal },
  );
  return parseWire(WireUsers, reply, 'user/assignable/search');
}

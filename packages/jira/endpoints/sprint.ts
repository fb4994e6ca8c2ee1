import type { JiraClient } from '../client.ts';
import { path } from '../transport.ts';
import { parseWire } from '../wire/parse.ts';
import { WireSprint } from '../wire/sprint.ts';

export async function fetchSprint(
  client: JiraClient,
  id: number,
  signal?: AbortSignal,
): Promise<WireSprint> {
  const reply = await client.send(
    { method: 'GET', path: path`/rest/agile/1.0/sprint/${id}` },
    { signal },
  );
  return parseWire(WireSprint, reply, 'sprint');
}

/** Creates a future sprint on a board and returns it. */
export async function createSprint(
  client: JiraClient,
  sprint: { readonly name: string; readonly originBoardId: number },
  signal?: AbortSignal,
): Promise<WireSprint> {
  const body = { name: sprint.name, originBoardId: sprint.originBoardId };
  const reply = await client.send(
    { method: 'POST', path: '/rest/agile/1.0/sprint', body },
    { signal },
  );
  return parseWire(WireSprint, reply, 'sprint');
}

/** Writes of boards and backlogs: assignee, estimate, sprint and rank of issues. */
import type { Assignable } from '@tallyboard/core/model/edit.ts';
import * as v from 'valibot';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { normalizeAssignable } from '../normalize/assignable.ts';
import { Pool } from '../normalize/pool.ts';
import { readOne } from '../read.ts';
import { UserSchema } from '../wire/issue.ts';
import { maybe, parseWire } from '../wire/parse.ts';

/** Jira moves and ranks no more issues in one call. */
export const MAX_MOVED = 50;

/** An issue that Jira did not change, and its reason. */
export interface Refusal {
  readonly key: string;
  readonly message: string;
}

/** The reply of a move that failed for some issues (207); a full success has no body. */
const OutcomeSchema = v.nullable(
  v.object({
    entries: maybe(
      v.array(
        v.object({
          issueKey: v.string(),
          status: v.number(),
          errors: maybe(v.array(v.string())),
        }),
      ),
    ),
  }),
);

/** Assigns an issue; `userId` is an account id on Cloud and a user name on Data Center, null for nobody. */
export async function assignIssue(
  client: JiraClient,
  issueKey: string,
  userId: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const isCloud = client.flavour === 'cloud';
  const address = isCloud
    ? path`/rest/api/3/issue/${issueKey}/assignee`
    : path`/rest/api/2/issue/${issueKey}/assignee`;
  const body = isCloud ? { accountId: userId } : { name: userId };
  await client.send({ method: 'PUT', path: address, body }, { signal });
}

/** Sets the estimate by the board's estimation field; times are like '90m'. */
export async function estimateIssue(
  client: JiraClient,
  issueKey: string,
  { boardId, value }: { readonly boardId: number; readonly value: string },
  signal?: AbortSignal,
): Promise<void> {
  const address = path`/rest/agile/1.0/issue/${issueKey}/estimation`;
  await client.send(
    { method: 'PUT', path: address, query: { boardId }, body: { value } },
    { signal },
  );
}

/** Sets a field of an issue; null empties it, which the estimation resource cannot. */
export async function setField(
  client: JiraClient,
  issueKey: string,
  { fieldId, value }: { readonly fieldId: string; readonly value: unknown },
  signal?: AbortSignal,
): Promise<void> {
  const body = { fields: { [fieldId]: value } };
  await client.send({ method: 'PUT', path: path`/rest/api/2/issue/${issueKey}`, body }, { signal });
}

/** Moves up to 50 issues to an open sprint. Returns those that Jira refused. */
export async function moveToSprint(
  client: JiraClient,
  sprintId: number,
  issues: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Refusal[]> {
  const address = path`/rest/agile/1.0/sprint/${sprintId}/issue`;
  return refusalsOf(
    await client.send({ method: 'POST', path: address, body: { issues } }, { signal }),
  );
}

/** Moves up to 50 issues out of their open sprints. Returns those that Jira refused. */
export async function moveToBacklog(
  client: JiraClient,
  issues: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Refusal[]> {
  const address = '/rest/agile/1.0/backlog/issue';
  return refusalsOf(
    await client.send({ method: 'POST', path: address, body: { issues } }, { signal }),
  );
}

/** Where issues are ranked: beside the issue of a key. */
export type RankPlace = { readonly rankBeforeIssue: string } | { readonly rankAfterIssue: string };

/** Ranks up to 50 issues in their order. Returns those that Jira refused. */
export async function rankIssues(
  client: JiraClient,
  issues: readonly string[],
  place: RankPlace,
  signal?: AbortSignal,
): Promise<readonly Refusal[]> {
  const address = '/rest/agile/1.0/issue/rank';
  return refusalsOf(
    await client.send({ method: 'PUT', path: address, body: { issues, ...place } }, { signal }),
  );
}

function refusalsOf(reply: unknown): Refusal[] {
  const { entries } = parseWire(OutcomeSchema, reply, 'moved issues') ?? {};
  return (entries ?? [])
    .filter(({ status }) => status >= 400)
    .map(({ issueKey, errors }) => ({ key: issueKey, message: (errors ?? []).join(' ') }));
}

const MAX_PEOPLE = 20;

/** The first people of a name whom issues of the project can be assigned to. */
export async function fetchAssignable(
  client: JiraClient,
  { project, text }: { readonly project: string; readonly text: string },
  signal?: AbortSignal,
): Promise<readonly Assignable[]> {
  const name = client.flavour === 'cloud' ? 'query' : 'username';
  // Data Center needs a text: '.' finds everybody.
  const wanted = client.flavour === 'cloud' ? text : text || '.';
  const query = { project, [name]: wanted, maxResults: MAX_PEOPLE };
  const address = '/rest/api/2/user/assignable/search';
  const users = await readOne(client, v.array(UserSchema), address, { query, signal });
  const pool = new Pool();
  return users.flatMap(wire => normalizeAssignable(client.flavour, wire, pool) ?? []);
}

import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardSprints, fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchProjects, fetchVersions } from '@tallyboard/jira/endpoints/project.ts';
import { fetchFields } from '@tallyboard/jira/endpoints/site.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { hintFor } from '@tallyboard/report-kit/settings/describe.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import type { Answer } from '../answer.ts';
import { type McpHost, ToolError } from '../host.ts';

export interface FindArgs {
  readonly words: string;
  readonly kind?: string;
}

const KINDS = [
  'board',
  'board set',
  'sprint',
  'project',
  'version',
  'field',
  'report',
  'saved',
] as const;
type Kind = (typeof KINDS)[number];

interface Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

/** Boards whose sprints, and projects whose versions, are read. */
const MAX_PARENTS = 50;

/** Boards, sprints, projects, versions, fields, reports and saved reports by words. */
export async function find(
  host: McpHost,
  { words, kind }: FindArgs,
  signal: AbortSignal,
): Promise<Answer> {
  if (kind !== undefined && !KINDS.some(each => each === kind))
    throw new ToolError(`kind is one of ${KINDS.join(', ')}.${hintFor(kind, KINDS)}`);
  const { client } = await host.source();
  const lists = listsOf(host, client, signal);
  const reasons: string[] = [];
  const entries = await Promise.all(
    KINDS.filter(each => kind === undefined || each === kind).map(each =>
      lists[each]().catch((error: unknown) => {
        if (isAbort(error)) throw error;
        reasons.push(`The ${each}s could not be read: ${host.explain(error) ?? 'try again'}`);
        return [];
      }),
    ),
  );
  const all = entries.flat();
  const found = all
    .map(entry => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const names = all.map(({ name }) => name);
  return {
    title: `${found.length} found for '${words}'`,
    reasons,
    headline: found.length === 0 ? `Nothing has these words.${hintFor(words, names)}` : undefined,
    table: {
      columns: ['Kind', 'Id', 'Name', 'About'],
      rows: found.map(({ entry }) => [entry.kind, entry.id, entry.name, entry.about]),
    },
    moreBy: 'add words or a kind',
    facts: [`As of ${new Date(host.now()).toISOString()}`],
    link: null,
  };
}

/** 0 unless each word is in the entry; more for its name. */
function rankOf({ kind, id, name, about }: Entry, words: string): number {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const title = `${name} ${id}`.toLowerCase();
  const text = `${kind} ${title} ${about}`.toLowerCase();
  if (!wanted.every(word => text.includes(word))) return 0;
  if ([name, id].some(each => each.toLowerCase() === words.toLowerCase().trim())) return 3;
  return wanted.every(word => title.includes(word)) ? 2 : 1;
}

function listsOf(
  host: McpHost,
  client: JiraClient,
  signal: AbortSignal,
): Record<Kind, () => Promise<readonly Entry[]>> {
  const boards = fetchBoards(client, null, signal);
  const projects = fetchProjects(client, signal);
  // Reported by each list that needs them.
  for (const list of [boards, projects]) list.catch(() => {});
  return {
    board: async () =>
      (await boards).map(({ id, name, type, projectKey }) =>
        entryOf('board', id, name, `${type} of ${projectKey ?? 'several projects'}`),
      ),
    'board set': async () =>
      (await host.boardSets()).map(({ id, name, unit, members }) =>
        entryOf('board set', id, name, `${members.length} members, in ${unit}`),
      ),
    sprint: async () => {
      const scrum = (await boards).filter(({ type }) => type !== 'kanban').slice(0, MAX_PARENTS);
      const sprints = await Promise.all(
        scrum.map(({ id }) => fetchBoardSprints(client, id, signal).catch(() => [])),
      );
      const all = new Map(sprints.flat().map(sprint => [sprint.id, sprint]));
      return [...all.values()].map(({ id, name, state, start, end, boardId }) =>
        entryOf('sprint', id, name, `${state}, ${dayOf(start)} to ${dayOf(end)}, board ${boardId}`),
      );
    },
    project: async () =>
      (await projects).map(({ key, name }) => entryOf('project', key, name, `project = ${key}`)),
    version: async () => {
      const some = (await projects).slice(0, MAX_PARENTS);
      const versions = await Promise.all(
        some.map(async ({ key }) => {
          const own = await fetchVersions(client, key, signal);
          return own.map(({ id, name, released }) =>
            entryOf('version', id, name, `${key}, ${released ? 'released' : 'unreleased'}`),
          );
        }),
      );
      return versions.flat();
    },
    field: async () =>
      (await fetchFields(client, signal)).records.map(({ id, name, schema }) =>
        entryOf('field', id, name, schema?.type ?? ''),
      ),
    report: async () =>
      REPORTS.map(({ id, title, gadget }) =>
        entryOf('report', id, title, `${gadget?.summary ?? ''} ${gadget?.words ?? ''}`.trim()),
      ),
    saved: async () =>
      (await host.saved()).map(({ id, name, description, view }) =>
        entryOf('saved', id, name, `${view.report}. ${description}`),
      ),
  };
}

const entryOf = (kind: Kind, id: unknown, name: string, about: string): Entry => {
  return { kind, id: String(id), name, about };
};

const dayOf = (at: number | null): string =>
  at === null ? '?' : new Date(at).toISOString().slice(0, 10);

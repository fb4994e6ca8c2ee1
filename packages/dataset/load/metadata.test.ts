import { createJiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchFilters } from '@tallyboard/jira/endpoints/filter.ts';
import { fetchVersions } from '@tallyboard/jira/endpoints/project.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import {
  cloudHandlers,
  createFakeHost,
  failure,
  fakeIssues,
  type Handler,
  on,
  reply,
} from '@tallyboard/jira/testing/fake-jira.ts';
import { describe, expect, it } from 'vitest';
import { loadEpics } from '../json/epic-choices.ts';
import { loadMetadata, type Metadata } from './metadata.ts';

function clientOf(handlers: readonly Handler[], flavour: Flavour = 'cloud') {
  const host = createFakeHost(handlers);
  return { client: createJiraClient({ flavour, request: host.request }), host };
}

describe('metadata', () => {
  const site = cloudHandlers({ issues: [] });

  it('brings fields, statuses, working time and the user', async () => {
    const metadata = await loadMetadata(clientOf(site).client);
    expect(metadata).toMatchObject({
      hoursPerDay: 8,
      daysPerWeek: 5,
      currentUser: { id: 'me', name: 'Mia' },
    });
    expect([...metadata.statuses.values()].map(status => status.category)).toEqual([
      'to-do',
      'in-progress',
      'done',
    ]);
  });

  it('does without working time and user', async () => {
    const faults = [
      on('GET', '/rest/api/2/myself', () => failure(401, 'x')),
      on('GET', '/rest/api/2/configuration', () => failure(403, 'x')),
    ];
    expect(await loadMetadata(clientOf([...faults, ...site]).client)).toMatchObject({
      hoursPerDay: 8,
      daysPerWeek: 5,
      currentUser: null,
    });
  });

  it('names what failed, so that reports say that defaults are in use', async () => {
    const faults = [
      on('GET', '/rest/api/2/myself', () => failure(400, 'x')),
      on('GET', '/rest/api/2/configuration', () => failure(403, 'x')),
    ];
    const { missing } = await loadMetadata(clientOf([...faults, ...site]).client);
    expect(missing).toEqual(['profile']);
  });
});

describe('lists to choose from', () => {
  it('knows boards, filters and versions in our words', async () => {
    const { client } = clientOf([
      on('GET', '/rest/agile/1.0/board', () =>
        reply(200, {
          isLast: true,
          values: [{ id: 8, name: 'B', type: 'odd', location: { projectKey: 'OPS' } }],
        }),
      ),
      on('GET', '/rest/agile/1.0/board/8/configuration', () =>
        reply(200, { id: 8, filter: { id: '7' } }),
      ),
      on('GET', '/rest/agile/1.0/board/9/configuration', () => reply(200, { id: 9 })),
      on('GET', '/rest/api/2/filter/7', () => reply(200, { id: '7', name: 'F', jql: 'a = 1' })),
      on('GET', '/rest/api/3/filter/search', () =>
        reply(200, { isLast: true, values: [{ id: 7, name: 'F' }] }),
      ),
      on('GET', '/rest/api/2/project/OPS/version', () =>
        reply(200, { isLast: true, values: [{ id: '1', name: '1.0', releaseDate: '1970-01-02' }] }),
      ),
    ]);
    expect(await fetchBoards(client)).toEqual([
      { id: 8, name: 'B', type: 'simple', projectKey: 'OPS', projectName: null },
    ]);
    expect(await fetchFilters(client)).toEqual([{ id: '7', name: 'F', jql: '' }]);
    expect(await fetchVersions(client, 'OPS')).toEqual([
      { id: '1', name: '1.0', released: false, archived: false, releaseDay: 1 },
    ]);
  });

  const metadata = { special: { epicName: ['customfield_5'] } } as unknown as Metadata;

  it.each([
    [999, 999, 10],
    [1_000, 100, 1],
  ])('lists %i epics: %i of them, in %i pages', async (total, listed, pages) => {
    const epics = fakeIssues(total, { customfield_5: 'Named' });
    let asked = 0;
    const { client } = clientOf([
      on('POST', '/rest/api/3/search/approximate-count', () => reply(200, { count: total })),
      on('POST', '/rest/api/3/search/jql', request => {
        asked += 1;
        const start = Number((request.body as { nextPageToken?: string }).nextPageToken ?? 0);
        const end = start + 100;
        const issues = epics.slice(start, end);
        return reply(200, { issues, ...(end < total && { nextPageToken: String(end) }) });
      }),
    ]);
    const found = await loadEpics(client, metadata, 'OPS');
    expect([found.total, found.epics.length, asked]).toEqual([total, listed, pages]);
    expect(found.epics[0]).toEqual({ key: 'OPS-1', name: 'Named' });
  });

  it('lists epics of Data Center by its search', async () => {
    const { client, host } = clientOf(
      [
        on('GET', '/rest/api/2/search', () =>
          reply(200, { startAt: 0, maxResults: 1_000, total: 2, issues: fakeIssues(2) }),
        ),
      ],
      'data-center',
    );
    const found = await loadEpics(client, metadata);
    expect(found.epics.map(epic => epic.name)).toEqual(['Issue 1', 'Issue 2']);
    expect(host.requests.at(-1)?.query?.jql).toBe(
      'issuetype = Epic ORDER BY created DESC, key DESC',
    );
  });
});

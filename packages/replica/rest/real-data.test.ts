import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { importFiles } from '../import/import-files.ts';
import { openStore } from '../store/testing/open-store.ts';
import { replica } from './replica.ts';
import { OpenApiCheck } from './testing/openapi.ts';

/** Replies over data of real sites are valid. */
const data = fileURLToPath(new URL('../../../fixtures/data/', import.meta.url));

interface Page {
  issues: { id: string }[];
}

test.each([
  ['devlake', 33],
  ['aerogear', 200],
])('%s: %i issues', async (name, count) => {
  const store = await openStore({ memory: true });
  await importFiles(store, [join(data, name)]);
  const app = fastify();
  await app.register(replica, { store });
  const check = new OpenApiCheck();
  const ask = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const reply = await app.inject({ method, url, ...payload });
    expect(reply.statusCode, `${url} ${reply.body.slice(0, 200)}`).toBe(200);
    expect(check.problems(method, url, 200, reply.json()).slice(0, 3)).toEqual([]);
    return reply.json() as unknown;
  };
  for (const path of ['field', 'status', 'priority', 'resolution', 'issuetype', 'project']) {
    await ask('GET', `/rest/api/3/${path}`);
  }
  const jql = 'created > 1970-01-01';
  const { issues } = (await ask('POST', '/rest/api/3/search/jql', {
    jql,
    maxResults: 5000,
  })) as Page;
  expect(issues.length).toBeGreaterThanOrEqual(count);
  const ids = issues.map(({ id }) => id);
  for (let i = 0; i < ids.length; i += 100) {
    const issueIdsOrKeys = ids.slice(i, i + 100);
    const expand = ['changelog', 'renderedFields', 'names'];
    await ask('POST', '/rest/api/3/issue/bulkfetch', { issueIdsOrKeys, fields: ['*all'], expand });
  }
  await ask('POST', '/rest/api/3/changelog/bulkfetch', { issueIdsOrKeys: ids });
  for (const id of ids.slice(0, 20)) await ask('GET', `/rest/api/2/issue/${id}/worklog`);
  await app.close();
  await store.close();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitOrder } from '../../data/planning/boards.ts';
import { type DemoReplica, openDemoReplica } from '../testing/demo-replica.ts';
import { errorPosition } from './format.ts';

let demo: DemoReplica;
beforeAll(async () => {
  demo = await openDemoReplica({ size: 120 });
});
afterAll(() => demo.close());

async function page(url: string, status = 200) {
  const reply = await demo.app.inject({ url });
  expect(reply.statusCode).toBe(status);
  // The policy blocks inline scripts and styles.
  expect(reply.body).not.toMatch(/<script|<style|<[^>]*\s(style|on\w+)=/);
  expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  return reply.body;
}

test('an issue shows its fields, history, worklogs and comments', async () => {
  const body = await page('/browse/WEB-3');
  for (const text of ['Description', 'Status history', 'Assignee', 'Reporter', 'Created']) {
    expect(body).toContain(text);
  }
  expect(await page('/browse/NOPE-1', 404)).toContain('NOPE-1 does not exist');
});

test('texts of issues are escaped', async () => {
  const issueId = String((await demo.store.issues.ids(['WEB-2']))[0]);
  const hostile = '<img src=x onerror=alert(1)>';
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const content = [{ type: 'text', text: hostile, marks: [link] }];
  const description = { type: 'doc', version: 1, content: [{ type: 'paragraph', content }] };
  const item = { field: 'summary', fieldtype: 'jira', from: null, fromString: null, to: null };
  await demo.store.planning.edit({
    issueId,
    author: null,
    at: Date.parse('2026-06-17T12:00:00Z'),
    edit({ fields }) {
      Object.assign(fields, { summary: hostile, description });
      return [{ ...item, toString: hostile }];
    },
  });
  const reply = await demo.app.inject({ url: '/browse/WEB-2' });
  expect(reply.body).not.toContain('<img src=x');
  expect(reply.body).not.toContain('javascript:');
  expect(reply.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

describe('the list of issues', () => {
  const list = (jql: string, more = '') => `/issues/?jql=${encodeURIComponent(jql)}${more}`;

  test('is paged by 50 with links to other pages and sort orders', async () => {
    const body = await page(list('created >= 1970-01-01 ORDER BY key ASC'));
    expect(body).toContain('1 to 50 of 120 issues');
    expect(body).toContain('aria-sort="ascending"');
    expect(body).toContain(`href="${list('created >= 1970-01-01 ORDER BY key DESC')}"`);
    expect(await page(list('created >= 1970-01-01', '&start=100'))).toContain('101 to 120 of 120');
  });

  test('marks the error in the query', async () => {
    const body = await page(list('project bad WEB'), 400);
    expect(body).toContain('Expecting operator but got');
    expect(body).toContain('project <mark>bad</mark> WEB');
    expect(body).toContain('aria-invalid="true"');
  });

  test('opens a saved filter', async () => {
    const filters = await page('/secure/ManageFilters.jspa');
    const id = /\/issues\/\?filter=(\d+)/.exec(filters)?.[1];
    expect(await page(`/issues/?filter=${id}`)).toContain('<h1>');
    expect(await page('/issues/?filter=1')).toContain('not available to you');
  });
});

test.each([
  ['project = A ORDER BY key', 'project = A', 'ORDER BY key'],
  ['summary ~ "order by x"', 'summary ~ "order by x"', ''],
  [
    String.raw`summary ~ "a \" order by b" order  by "Story Points"`,
    String.raw`summary ~ "a \" order by b"`,
    'order  by "Story Points"',
  ],
  ['ORDER BY created', '', 'ORDER BY created'],
])('%j is split before its order', (jql, where, order) => {
  expect(splitOrder(jql)).toEqual({ where, order });
});

test('the position of an error in a query of several lines', () => {
  expect(errorPosition('a = 1\nand b', 'Wrong. (line 2, character 5)')).toBe(10);
  expect(errorPosition('a', 'No place named.')).toBeNull();
});

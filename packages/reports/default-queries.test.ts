/** Gadgets as they are added to a dashboard choose issues by whole days, those of their charts. */
import { expect, test } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';

const queries = REPORTS.flatMap(({ id, gadget }) => {
  const jql: string | undefined = gadget && 'jql' in gadget ? gadget.jql : undefined;
  return jql === undefined ? [] : [[id, jql] as const];
});

test.each(queries)('%s', (_, jql) => {
  expect(jql).not.toMatch(/[<>]=?\s*"?-\d/);
});

test('reports of resolved issues choose the same ones', () => {
  const byId = new Map(queries);
  expect(byId.get('resolution-time')).toBe(byId.get('created-resolved'));
  expect(byId.get('by-assignee')).toBe(byId.get('created-resolved'));
});

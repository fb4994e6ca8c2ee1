import type { UserId } from '@tallyboard/core/model/ids.ts';
import { createFakeSettings } from '@tallyboard/engine/testing/fake-settings.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { expect, test } from 'vitest';
import { createSettingsStore } from './settings-store.ts';
import { documentOf } from './snapshot.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const ANA = { id: 'u-ana' as UserId, name: 'Ana Roy' };

function open(stored: Readonly<Record<string, unknown>> = {}, flavour: Flavour = 'cloud') {
  const jira = createFakeSettings(stored);
  const client = createJiraClient({ flavour, addonKey: 'app', request: jira.request });
  return { jira, store: createSettingsStore({ client, editor: ANA, now: () => NOW }) };
}

test('a save writes author and revision and keeps unknown keys', async () => {
  const { jira, store } = open({ 'global-settings': { revision: 3, theirs: 1 } });
  const base = await store.read('global-settings');
  const outcome = await store.save('global-settings', base, {
    ...documentOf(base),
    burnSettings: {},
  });
  expect(outcome.kind).toBe('saved');
  expect(jira.stored.get('global-settings')).toEqual({
    theirs: 1,
    burnSettings: {},
    version: 1,
    revision: 4,
    savedBy: ANA,
    savedAt: NOW,
  });
});

test.each([
  ['cloud', 'PUT /rest/atlassian-connect/1/addons/app/properties/global-settings'],
  ['data-center', 'PUT /plugins/servlet/app/settings'],
] as const)('%s: %s', async (flavour, address) => {
  const { jira, store } = open({}, flavour);
  await store.save('global-settings', await store.read('global-settings'), {});
  expect(jira.asked).toContain(address);
  expect(jira.stored.get('global-settings')).toMatchObject({ revision: 1 });
});

test('the second of two concurrent editors gets a conflict', async () => {
  const { jira, store } = open({ 'global-settings': { a: 1 } });
  const base = await store.read('global-settings');
  await store.save('global-settings', base, { a: 2 });
  const outcome = await store.save('global-settings', base, { a: 3 });
  expect(outcome).toMatchObject({ kind: 'conflict', theirs: { document: { a: 2, revision: 1 } } });
  expect(jira.written).toHaveLength(1);
});

test('a save between the check and the write is a conflict too', async () => {
  const { jira, store } = open();
  const base = await store.read('global-settings');
  jira.before = ({ method }) => {
    // The other one writes right after us.
    if (method === 'GET' && jira.written.length > 0) jira.stored.set('global-settings', { a: 9 });
    return null;
  };
  const outcome = await store.save('global-settings', base, { a: 3 });
  expect(outcome).toMatchObject({ kind: 'conflict', theirs: { document: { a: 9 } } });
});

test('an unreadable value is copied before it is replaced', async () => {
  const { jira, store } = open({ 'global-settings': 'scrambled' });
  const base = await store.read('global-settings');
  expect(base).toEqual({ kind: 'unreadable', raw: 'scrambled' });
  await store.save('global-settings', base, { a: 1 });
  expect(jira.written.map(([key]) => key)).toEqual(['global-settings-backup', 'global-settings']);
  expect(jira.stored.get('global-settings-backup')).toBe('scrambled');
});

test('nothing is written that is too long or whose backup failed', async () => {
  const { jira, store } = open({ 'global-settings': 'scrambled' });
  const base = await store.read('global-settings');
  const long = await store.save('global-settings', base, { userFilter: 'x'.repeat(40_000) });
  expect(long).toMatchObject({
    kind: 'too-large',
    text: expect.stringContaining('at most 32,768'),
  });
  jira.before = ({ method, path }) =>
    method === 'PUT' && path.endsWith('-backup') ? { status: 403, headers: {}, body: '{}' } : null;
  await expect(store.save('global-settings', base, { a: 1 })).rejects.toThrow();
  expect(jira.written).toEqual([]);
});

test.each([
  [[{ label: 'Votes', field: 'votes', path: 'votes', enabled: true }], 'document'],
  [{ fields: { votes: true } }, 'document'],
  [{ votes: true }, 'document'],
  ['["votes"]', 'document'],
  ['votes', 'unreadable'],
  [{ revision: 3 }, 'unreadable'],
])('stored fields %j are a %s', async (stored, kind) => {
  const { store } = open({ 'enabled-fields': stored });
  expect((await store.read('enabled-fields')).kind).toBe(kind);
});

test('disabling Standard stores the current date', async () => {
  const { jira, store } = open();
  await store.disableStandard();
  expect(jira.stored.get('ted')).toBe('2026-03-10T12:00:00.000Z');
});

import { createFakeSettings } from '@tallyboard/engine/testing/fake-settings.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { expect, test } from 'vitest';
import { saveWorkflow } from './save-workflow.ts';
import { createSettingsStore } from './settings-store.ts';

const WORKFLOW = {
  columns: [{ name: 'All', statuses: ['Doing'] }],
  start: 'All',
  finish: 'All',
};

function open(stored: Readonly<Record<string, unknown>>) {
  const jira = createFakeSettings(stored);
  const client = createJiraClient({ flavour: 'cloud', addonKey: 'app', request: jira.request });
  return { jira, store: createSettingsStore({ client, editor: null, now: () => 0 }) };
}

test('a saved workflow stands beside the others and keeps all other settings', async () => {
  const { jira, store } = open({ 'global-settings': { theirs: 1, workflows: { old: 2 } } });
  await saveWorkflow(store, 'New', WORKFLOW, null);
  await saveWorkflow(store, 'Old', WORKFLOW, 'old');
  expect(jira.stored.get('global-settings')).toMatchObject({
    theirs: 1,
    workflows: { New: WORKFLOW, Old: WORKFLOW },
    revision: 2,
  });
  expect(jira.stored.get('global-settings')).not.toHaveProperty('workflows.old');
});

test('a workflow of the same name that someone else saved is not replaced', async () => {
  const { jira, store } = open({ 'global-settings': { workflows: { New: 1 } } });
  await expect(saveWorkflow(store, 'new', WORKFLOW, null)).rejects.toThrow('Another workflow');
  expect(jira.written).toHaveLength(0);
});

import { sameName } from '@tallyboard/report-kit/workflow-editor/edit-workflow.ts';
import type { SaveWorkflow } from '@tallyboard/report-kit/workflow-editor/save-workflow.ts';
import { pageClient } from '../start/page-client.ts';
import type { Session } from '../start/session.ts';
import { sectionOf } from './section.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';
import { documentOf } from './snapshot.ts';

const KEY = 'global-settings';

/** Adds a workflow to the shared settings as they are stored now. Rejects with a text for the reader. */
export async function saveWorkflow(
  store: Pick<SettingsStore, 'read' | 'save'>,
  ...[name, workflow, replaces]: Parameters<SaveWorkflow>
): Promise<void> {
  const base = await store.read(KEY);
  if (base.kind === 'unreadable')
    throw new Error('The shared settings cannot be read. See the Settings tab.');
  const document = documentOf(base);
  const stored = Object.entries(sectionOf(document, 'workflows'));
  const others = stored.filter(([each]) => !sameName(each, name));
  if (others.length < stored.length && !(replaces !== null && sameName(replaces, name)))
    throw new Error('Another workflow has this name.');
  const workflows = { ...Object.fromEntries(others), [name]: workflow };
  const outcome = await store.save(KEY, base, { ...document, workflows });
  if (outcome.kind === 'conflict')
    throw new Error('Someone else saved the settings at the same time. Try again.');
  if (outcome.kind === 'too-large') throw new Error(outcome.text);
}

export function saveShared(
  { host, site, now }: Pick<Session, 'host' | 'site' | 'now'>,
  ...saved: Parameters<SaveWorkflow>
): Promise<void> {
  const editor = site.currentUser;
  return saveWorkflow(createSettingsStore({ client: pageClient(host), editor, now }), ...saved);
}

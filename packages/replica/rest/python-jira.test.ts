/** python3-jira of Debian: each of its calls is answered, or says that the replica does not implement it. */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDemoReplica } from './testing/demo-replica.ts';

const PYTHON = '/usr/bin/python3';
const isHere = spawnSync(PYTHON, ['-c', 'import jira']).status === 0;
if (!isHere) console.warn('There is no python3-jira here: its calls are not tried.');

interface Outcome {
  readonly name: string;
  readonly status: number;
  readonly text: string;
}

async function callsOf(flavour: 'cloud' | 'data-center'): Promise<Outcome[]> {
  const demo = await openDemoReplica({ size: 120, flavour });
  const address = await demo.app.listen({ port: 0, host: '127.0.0.1' });
  const script = join(import.meta.dirname, 'testing/python_jira.py');
  const { stdout } = await promisify(execFile)(PYTHON, [script, address]);
  await demo.close();
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** What the replica does not do. */
const MISSING = [
  ...['project avatars', 'security level', 'group members', 'screens', 'attachment meta'],
  ...['custom field option', 'create link', 'add watcher', 'add vote', 'remove vote'],
  ...['add remote link', 'add attachment', 'create version', 'create component', 'create filter'],
];
/** Calls of a search that Jira Cloud has removed. */
const REMOVED = ['search', 'search json'];

test.for(['cloud', 'data-center'] as const)('%s', async (flavour, { skip }) => {
  skip(!isHere, 'There is no Python with the package jira here.');
  const calls = await callsOf(flavour);
  expect(calls.length).toBeGreaterThan(60);
  const with501 = calls.filter(({ status }) => status === 501);
  expect(with501.map(({ name }) => name)).toEqual(MISSING);
  for (const { text } of with501) expect(text).toContain('does not implement');
  const with410 = calls.filter(({ status }) => status === 410).map(({ name }) => name);
  expect(with410).toEqual(flavour === 'cloud' ? REMOVED : []);
  expect(calls.filter(({ status }) => ![200, 410, 501].includes(status))).toEqual([]);
});

/** What is read above and below the issues of a query, of either kind of Jira. */
import { forestOf } from '@tallyboard/core/forest/forest.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import {
  type ForestNeed,
  NO_REQUIREMENT,
  type Requirement,
} from '@tallyboard/core/model/requirement.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import { describe, expect, test } from 'vitest';
import { forestRecords, openForest, type Planted, planted } from './testing/forest-jira.ts';

const EPICS: ForestNeed = { above: 'epics', below: { level: 1 }, lowest: 0 };

const need = (forest: Partial<ForestNeed> = {}): Requirement => ({
  ...NO_REQUIREMENT,
  parts: ['parent'],
  history: ['status', 'parent'],
  forest: { ...EPICS, ...forest },
});

async function load(
  issues: readonly Planted[],
  flavour: Flavour,
  jql: string,
  forest: Partial<ForestNeed> = {},
  options: Parameters<typeof openForest>[2] = {},
) {
  const jira = await openForest(issues, flavour, options);
  const dataset = await json({ client: jira.client }).open(jql, need(forest));
  await jira.close();
  return { dataset, calls: jira.calls, received: jira.received };
}

const keysOf = ({ issues }: Dataset) => issues.map(({ key }) => key).sort();
const besideOf = ({ issues, beside }: Dataset) =>
  issues.flatMap(({ id, key }) => (beside?.ids.has(id) ? key : [])).sort();

describe.each(['cloud', 'data-center'] as const)('%s', flavour => {
  test('descendants of 50 epics in at most 12 calls, each issue once', async () => {
    const issues = Array.from({ length: 50 }, (_, epic): Planted[] => [
      { key: `EP-${epic + 1}`, type: 'Epic' },
      ...Array.from({ length: 10 }, (__, n): Planted => {
        return { key: `ST-${epic * 10 + n + 1}`, type: 'Story', parent: `EP-${epic + 1}` };
      }),
    ]).flat();
    const { dataset, calls, received } = await load(issues, flavour, 'project = EP');
    expect(dataset.issues).toHaveLength(550);
    expect(dataset.coverage).toMatchObject({ complete: true, reasons: [] });
    expect(calls.length).toBeLessThanOrEqual(12);
    expect(received.toSorted()).toEqual(issues.map(({ key }) => key).sort());
  });

  test('parents above, then all below them, down to sub-tasks where they count', async () => {
    const issues = planted(`
      IN-1 Initiative
      EP-1 Epic IN-1
      EP-2 Epic IN-1
      ST-1 Story EP-1
      OTHER-1 Story EP-1
      ST-3 Story EP-2
      ST-4 Sub-task ST-1
      ST-5 Sub-task OTHER-1
      ST-6 Story`);
    const epic = await load(issues, flavour, 'key = ST-1');
    expect(keysOf(epic.dataset)).toEqual(['EP-1', 'OTHER-1', 'ST-1']);
    expect(besideOf(epic.dataset)).toEqual(['EP-1', 'OTHER-1']);
    const all = await load(issues, flavour, 'key = ST-4', {
      above: 'all',
      below: { type: 'initiative' },
      lowest: -1,
    });
    expect(keysOf(all.dataset)).toEqual(
      issues
        .map(({ key }) => key)
        .filter(key => key !== 'ST-6')
        .sort(),
    );
    expect(new Set(all.received).size).toBe(all.received.length);
  });

  test('levels above initiatives', async () => {
    const issues = planted(`
      TH-1 Theme
      IN-1 Initiative TH-1
      EP-1 Epic IN-1
      ST-1 Story EP-1
      ST-2 Sub-task ST-1`);
    const { dataset } = await load(issues, flavour, 'key = TH-1', { below: { type: 'theme' } });
    expect(keysOf(dataset)).toEqual(['EP-1', 'IN-1', 'ST-1', 'TH-1']);
  });

  test('an issue of a parent and another epic is below its parent, and named', async () => {
    const issues: readonly Planted[] = [
      ...planted(`
        EP-1 Epic
        EP-2 Epic
        ST-1 Story EP-1`),
      { key: 'ST-2', type: 'Sub-task', parent: 'ST-1', epicLink: 'EP-1' },
      { key: 'ST-3', type: 'Sub-task', parent: 'ST-1', epicLink: 'EP-2' },
    ];
    const { dataset } = await load(issues, flavour, 'project in (EP, ST)');
    const { parent, twofold } = forestOf(dataset.issues);
    const keyOf = (row: number) => dataset.issues[row]?.key;
    const parents = dataset.issues.map(({ key }, row) => [key, keyOf(parent[row] ?? -1)]);
    expect(Object.fromEntries(parents)).toMatchObject({ 'ST-2': 'ST-1', 'ST-3': 'ST-1' });
    expect(Array.from(twofold, keyOf)).toEqual(['ST-3']);
  });

  test('parents that are each below the other end', async () => {
    const issues = planted(`
      EP-1 Epic EP-2
      EP-2 Epic EP-1
      ST-1 Story EP-1`);
    const { dataset, received } = await load(issues, flavour, 'key = ST-1', { above: 'all' });
    expect(keysOf(dataset)).toEqual(['EP-1', 'EP-2', 'ST-1']);
    expect(received).toHaveLength(3);
  });

  test('a hidden parent is none: it leads nowhere and is named nowhere', async () => {
    const issues: readonly Planted[] = [
      { key: 'HID-7', type: 'Epic', summary: 'CANARY' },
      { key: 'ST-1', type: 'Story', parent: 'HID-7' },
      { key: 'ST-2', type: 'Story', parent: 'HID-7' },
      { key: 'EP-1', type: 'Epic' },
      { key: 'HID-8', type: 'Story', parent: 'EP-1', summary: 'CANARY' },
      { key: 'ST-3', type: 'Story', parent: 'EP-1' },
    ];
    const jql = 'key in (ST-1, EP-1)';
    const hidden = await load(issues, flavour, jql, {}, { reader: 'reader' });
    expect(keysOf(hidden.dataset)).toEqual(['EP-1', 'ST-1', 'ST-3']);
    expect(JSON.stringify(hidden.dataset)).not.toMatch(/HID-|CANARY/);
    expect(hidden.dataset.coverage.complete).toBe(true);
    const { dataset } = await load(issues, flavour, jql);
    expect(dataset.issues).toHaveLength(6);
  });

  test('children that moved to another project, or that were deleted', async () => {
    const issues: readonly Planted[] = planted(`
      EP-1 Epic
      ST-1 Story EP-1
      ST-2 Story EP-1
      ST-3 Story EP-1`);
    const jira = await openForest(issues, flavour);
    const records = forestRecords(
      issues.flatMap(issue =>
        issue.key === 'ST-3' ? [] : { ...issue, key: issue.key.replace('ST-2', 'OTHER-9') },
      ),
      flavour,
    );
    await jira.store.ingest(records);
    const state = newMirrorState({ site: 'https://jira', flavour, jql: '' });
    await jira.store.mirror.claim('test');
    await jira.store.mirror.step({ holder: 'test', state, goneIssues: ['4'] });
    const dataset = await json({ client: jira.client }).open('key = EP-1', need());
    await jira.close();
    expect(keysOf(dataset)).toEqual(['EP-1', 'OTHER-9', 'ST-1']);
    expect(dataset.coverage.complete).toBe(true);
  });

  test('a parent that moved to another project keeps its children, which are not read again', async () => {
    const rest = planted(`
      ST-1 Story EP-1
      ST-2 Sub-task ST-1`);
    const jira = await openForest([{ key: 'EP-1', type: 'Epic' }, ...rest], flavour);
    const others = rest.map(({ key, type }): Planted => ({ key, type }));
    const moved = forestRecords([{ key: 'OTHER-9', type: 'Epic' }, ...others], flavour);
    await jira.store.ingest(
      moved.filter(({ kind, value }) => kind !== 'issue' || value.key === 'OTHER-9'),
    );
    const dataset = await json({ client: jira.client }).open('key = OTHER-9', need({ lowest: -1 }));
    await jira.close();
    expect(keysOf(dataset)).toEqual(['OTHER-9', 'ST-1', 'ST-2']);
    const { parent } = forestOf(dataset.issues);
    const above = dataset.issues.map(({ key }, row) => [key, dataset.issues[parent[row]!]?.key]);
    expect(Object.fromEntries(above)).toMatchObject({ 'ST-1': 'OTHER-9', 'ST-2': 'ST-1' });
  });

  test('20,000 children of one parent: 40 calls, and what they do not reach is said', async () => {
    const issues: readonly Planted[] = [
      { key: 'EP-1', type: 'Epic' },
      { key: 'EP-2', type: 'Epic' },
      ...Array.from({ length: 20_000 }, (_, n): Planted => {
        return { key: `ST-${n + 1}`, type: 'Story', parent: 'EP-1' };
      }),
    ];
    const { dataset, calls, received } = await load(issues, flavour, 'key = EP-1');
    // The query itself, with its count, is not among the 40.
    expect(calls.length).toBeLessThanOrEqual(40 + 3);
    expect(new Set(received).size).toBe(received.length);
    expect(received.length).toBeGreaterThan(1000);
    expect([...(dataset.beside?.unread ?? [])]).toEqual(['1']);
    expect(dataset.coverage.complete).toBe(false);
    expect(dataset.coverage.reasons.join()).toContain('40 calls');
  });
});

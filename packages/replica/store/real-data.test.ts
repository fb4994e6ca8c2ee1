import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordIssue, StoreRecord } from '../data/records.ts';
import type { Store } from './store.ts';
import { onBothEngines } from './testing/engines.ts';

const data = join(import.meta.dirname, '../../../fixtures/data');

async function* tidev(project: string): AsyncGenerator<StoreRecord> {
  const input = createReadStream(join(data, `tidev/${project}.jsonl.gz`)).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    if (line.trim()) yield { kind: 'issue', value: JSON.parse(line) };
  }
}

function search(file: string): StoreRecord[] {
  const bytes = readFileSync(join(data, file));
  const { issues } = JSON.parse(
    (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'),
  ) as { issues: RecordIssue[] };
  return issues.map(value => ({ kind: 'issue', value }));
}

/** Counts that a plain reading of the raw files gives. */
interface Facts {
  [jql: string]: number;
}

function factsOf(issues: RecordIssue[]): Facts {
  const fieldsOf = issues.map(issue => issue.fields as Record<string, never>);
  const is = (
    test: (
      fields: Record<string, { name?: string; statusCategory?: { id: number } } & unknown[]>,
    ) => unknown,
  ) => fieldsOf.filter(test).length;
  const wasStatus = (name: string) =>
    issues.filter(
      ({ fields, changelog }) =>
        (fields.status as { name: string }).name === name ||
        changelog?.histories.some(history =>
          history.items.some(
            item =>
              item.field === 'status' &&
              (item.fromString === name || (item.toString as unknown as string) === name),
          ),
        ),
    ).length;
  return {
    'type = Bug': is(({ issuetype }) => issuetype?.name === 'Bug'),
    'statusCategory = Done': is(({ status }) => status?.statusCategory?.id === 3),
    'assignee is EMPTY': is(({ assignee }) => !assignee),
    'resolution is not EMPTY': is(({ resolution }) => resolution),
    'fixVersion is EMPTY': is(({ fixVersions }) => fixVersions?.length === 0),
    'labels is not EMPTY': is(({ labels }) => (labels?.length ?? 0) > 0),
    'sprint is not EMPTY': is(
      ({ closedSprints, sprint }) => (closedSprints?.length ?? 0) > 0 || sprint,
    ),
    'issueLinkType is not EMPTY': is(({ issuelinks }) => (issuelinks?.length ?? 0) > 0),
    'created >= "2013-01-01" AND created < "2014-01-01"': is(({ created }) =>
      String(new Date(String(created)).toISOString()).startsWith('2013'),
    ),
    'status was Open': wasStatus('Open'),
    'status changed': issues.filter(({ changelog }) =>
      changelog?.histories.some(history => history.items.some(item => item.field === 'status')),
    ).length,
  };
}

describe('real exports', () => {
  onBothEngines('real exports', open => {
    let store: Store;
    const viewer = { userId: null, zone: 'UTC' };
    const count = (jql: string) =>
      store.jql.count({ jql, viewer, now: Date.parse('2026-01-01T00:00:00Z') });

    beforeAll(async () => {
      store = await open();
      for (const [source, records] of [
        ['tidev', tidev('ALOY')],
        ['aerogear', search('aerogear/aerogear200.json')],
        ['aea', search('aea/aea2024.search.json.gz')],
      ] as const) {
        const { problems } = await store.ingest(records, { source });
        expect(problems).toEqual([]);
      }
    });

    it('hold every issue of every site', async () => {
      expect(await store.issues.count()).toBe(1499 + 200 + 673);
      expect(await count('project = ALOY')).toBe(1499);
      expect(await count('project = AEROGEAR')).toBe(200);
    });

    it('answer as the raw files do', async () => {
      const aloy: RecordIssue[] = [];
      for await (const record of tidev('ALOY'))
        if (record.kind === 'issue') aloy.push(record.value);
      const aerogear = search('aerogear/aerogear200.json').map(({ value }) => value as RecordIssue);
      const aea = search('aea/aea2024.search.json.gz').map(({ value }) => value as RecordIssue);
      for (const [project, issues] of Object.entries({
        ALOY: aloy,
        AEROGEAR: aerogear,
        AEAREP: aea,
      })) {
        const facts = factsOf(issues.filter(issue => issue.key.startsWith(`${project}-`)));
        const found: Facts = {};
        for (const jql of Object.keys(facts))
          found[jql] = await count(`project = ${project} AND (${jql})`);
        expect({ project, ...found }).toEqual({ project, ...facts });
      }
    });

    it('return histories unchanged', async () => {
      const own = await open();
      const [record] = search('aerogear/aerogear200.json');
      const raw = record?.value as RecordIssue;
      await own.ingest(record ? [record] : []);
      const { items } = await own.histories.page({ issueIds: [raw.id] });
      expect(items.map(history => history.items)).toEqual(
        raw.changelog?.histories.map(history => history.items),
      );
    });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { onBothEngines } from '../store/testing/engines.ts';
import { fields, now, smallSite, zone } from '../store/testing/small-site.ts';

/**
 * By the sentences of https://confluence.atlassian.com/servicedesk025/reporting-on-slas-754977517.html and
 * https://support.atlassian.com/jira-service-management-cloud/docs/advanced-search-reference-jql-functions/:
 *
 * - breached(): the last cycle, completed or ongoing, has breached
 * - everBreached(): any cycle has ever breached
 * - completed(): the last cycle is completed
 * - running(): the last cycle is ongoing and not paused
 * - paused(): the last cycle is ongoing and paused
 * - withinCalendarHours(): running according to the SLA calendar
 * - remaining(), elapsed(): only SLAs whose last cycle is ongoing; in time of the calendar of the SLA
 * - an SLA that never started is found neither by = nor by !=
 */
const QUERIES = {
  b: '= breached()',
  e: '= everBreached()',
  c: '= completed()',
  r: '= running()',
  p: '= paused()',
  w: '= withinCalendarHours()',
  R: '< remaining("2h")',
  E: '> elapsed("1h")',
};

const MINUTE = 60_000;

type Json = Record<string, unknown>;

/** A stopped cycle: minutes used. */
const met = (used = 30): Json => ({ breached: false, elapsedTime: { millis: used * MINUTE } });
const late = (used = 300): Json => ({
  breached: true,
  elapsedTime: { millis: used * MINUTE },
  remainingTime: { millis: -60 * MINUTE },
});

/** An ongoing cycle: minutes used and left by the clock of the SLA, whether its calendar has working time now. */
const runs = (used: number, left: number, within = true): Json => ({
  breached: left < 0,
  paused: false,
  withinCalendarHours: within,
  breachTime: { epochMillis: now + left * MINUTE },
  elapsedTime: { millis: used * MINUTE },
  remainingTime: { millis: left * MINUTE },
});
const rests = (used: number, left: number, within = true): Json => ({
  breached: left < 0,
  paused: true,
  withinCalendarHours: within,
  elapsedTime: { millis: used * MINUTE },
  remainingTime: { millis: left * MINUTE },
});

/** Time left of the calendar, and until the breach: nights and weekends lie between them. */
const closes = (left: number, until: number): Json => ({
  ...runs(30, until, false),
  remainingTime: { millis: left * MINUTE },
});

/** Completed cycles, the ongoing one, and the letters of the queries that find the SLA. */
const RECORDS: readonly [completed: unknown, ongoing: unknown, found: string][] = [
  [[], undefined, ''],
  [null, null, ''],
  [[met()], undefined, 'c'],
  [[late()], undefined, 'bec'],
  [[met(), met()], undefined, 'c'],
  [[late(), met()], undefined, 'ec'],
  [[met(), late()], undefined, 'bec'],
  [[late(), late()], undefined, 'bec'],
  [[met(300)], undefined, 'c'],
  [[{}], undefined, 'c'],
  [[], runs(30, 240), 'rw'],
  [[], runs(30, 90), 'rwR'],
  [[], runs(90, 240), 'rwE'],
  [[], runs(90, 90), 'rwRE'],
  [[], runs(300, -10), 'berwRE'],
  [[], runs(30, 240, false), 'r'],
  [[], runs(300, -10, false), 'berRE'],
  [[], rests(30, 240), 'p'],
  [[], rests(90, 240), 'pE'],
  [[], rests(30, 90), 'pR'],
  [[], rests(300, -10), 'bepRE'],
  [[], rests(30, 240, false), 'p'],
  [[met()], runs(30, 240), 'rw'],
  [[late()], runs(30, 240), 'erw'],
  [[met()], runs(300, -10), 'berwRE'],
  [[late()], rests(30, 240), 'ep'],
  [[late(), met()], rests(90, 90), 'epRE'],
  [[met(), met()], rests(300, -10), 'bepRE'],
  [[], closes(90, 65 * 60), 'rR'],
  [[], closes(180, 65 * 60), 'r'],
  // Read two and a half hours ago.
  [[], { ...runs(30, 90), remainingTime: { millis: 240 * MINUTE } }, 'rwR'],
  // Jira's flag is older than the breach.
  [[], { ...runs(300, -10), breached: false }, 'berwRE'],
  // Only for people, in the language of a reader.
  [[], { breached: false, paused: false, breachTime: { friendly: 'Today 3:41 PM' } }, 'r'],
  [
    [],
    { breached: false, paused: false, breachTime: { jira: '2026-03-01T00:00:00.000+0000' } },
    'berR',
  ],
];

onBothEngines('SLA functions', open => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    const site = smallSite();
    const model = site.find(({ kind, value }) => kind === 'issue' && value.key === 'OPS-1');
    const issues = RECORDS.map(([completedCycles, ongoingCycle], at) => {
      const issue = structuredClone(model) as unknown as {
        kind: 'issue';
        value: Json & { fields: Json };
      };
      const sla = { id: '1', completedCycles, ...(ongoingCycle !== undefined && { ongoingCycle }) };
      Object.assign(issue.value, { id: String(5000 + at), key: `OPS-${500 + at}` });
      Object.assign(issue.value.fields, { [fields.sla]: sla, issuelinks: [] });
      return issue as unknown as (typeof site)[number];
    });
    const { problems } = await store.ingest([
      ...site.filter(({ kind }) => kind !== 'issue'),
      ...issues,
    ]);
    expect(problems).toEqual([]);
  });

  async function found(clause: string): Promise<readonly string[]> {
    const jql = `"Time to resolution" ${clause}`;
    const { ids } = await store.jql.search({ jql, viewer: { userId: 'acc:cid', zone }, now });
    const documents = await store.issues.documents(ids);
    return documents.map(({ key }) => key).sort();
  }

  const keysWhere = (test: (letters: string) => boolean) =>
    RECORDS.flatMap(([, , letters], at) => (test(letters) ? [`OPS-${500 + at}`] : []));

  it('has more left: > remaining("2h")', async () => {
    const isTold = (at: number) => JSON.stringify(RECORDS[at]?.[1]).includes('millis');
    const expected = RECORDS.flatMap(([, , letters], at) =>
      /[rp]/.test(letters) && !letters.includes('R') && isTold(at) ? [`OPS-${500 + at}`] : [],
    );
    expect(await found('> remaining("2h")')).toEqual(expected);
  });

  describe.each(Object.entries(QUERIES))('%s', (letter, clause) => {
    it(`finds its SLAs: ${clause}`, async () => {
      const expected = keysWhere(letters => letters.includes(letter));
      expect(expected.length).toBeGreaterThan(3);
      expect(await found(clause)).toEqual(expected);
    });

    it('leaves out those that never started with !=', async () => {
      if (!clause.startsWith('=')) return;
      const expected = keysWhere(letters => letters !== '' && !letters.includes(letter));
      expect(await found(`!${clause}`)).toEqual(expected);
    });
  });
});

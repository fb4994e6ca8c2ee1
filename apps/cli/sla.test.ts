/** SLAs from Jira's own records to files and the lake: rows are a count over the raw cycles. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();
const SLAS = {
  customfield_10701: 'Zeit bis zur Lösung',
  customfield_10702: 'Time to first response',
};

/** The same numbers each time: https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
let seed = 48_271;
function below(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

type Json = Record<string, unknown>;

/** An instant in one of the forms that Jira has, or in none that can be read. */
function date(at: number): Json {
  const text = new Date(at).toISOString();
  const forms = [
    { epochMillis: at, friendly: 'Today' },
    { iso8601: text.replace(/\.\d+Z/, '+0000') },
    { jira: text.replace('Z', '+0000') },
    { friendly: '12/Mar/26 3:41 PM' },
  ];
  return forms[below(12)] ?? forms[0] ?? {};
}

const millis = (hours: number) => ({ millis: hours * HOUR, friendly: `${hours}h` });

function cycle(): Json {
  const stop = NOW - below(50) * DAY - HOUR;
  return {
    startTime: date(stop - 3 * HOUR),
    ...(below(15) > 0 && { stopTime: date(stop) }),
    ...(below(9) > 0 && { breached: below(3) === 0 }),
    goalDuration: millis(4),
    elapsedTime: millis(below(9)),
    remainingTime: millis(-below(5)),
  };
}

function ongoing(): Json {
  const paused = below(4) === 0;
  return {
    startTime: date(NOW - DAY),
    ...(!paused && below(9) > 0 && { breachTime: date(NOW + (below(10) - 5) * 7 * HOUR + 60_000) }),
    breached: below(4) === 0,
    paused,
    withinCalendarHours: below(2) === 0,
    goalDuration: millis(4),
    remainingTime: millis(below(9) - 4),
  };
}

const sla = (name: string): Json | null =>
  below(8) === 0
    ? null
    : {
        id: '1',
        name,
        completedCycles: below(9) === 0 ? null : Array.from({ length: below(4) }, cycle),
        ...(below(3) === 0 && { ongoingCycle: ongoing() }),
      };

const user = (name: string, accountType: string) => ({
  accountId: name,
  displayName: name,
  active: true,
  accountType,
});
const BOT = user('Bot', 'app');
const ANA = user('Ana', 'atlassian');

const issues = Array.from({ length: 300 }, (_, at) => ({
  id: String(70_000 + at),
  key: `HD-${at + 1}`,
  fields: {
    summary: `Request ${at}`,
    project: { id: '7', key: 'HD', name: 'Help' },
    issuetype: { id: '1', name: 'Request', subtask: false, hierarchyLevel: 0 },
    status: { id: '1', name: 'Open', statusCategory: { id: 2, key: 'new' } },
    created: new Date(NOW - 60 * DAY).toISOString().replace('Z', '+0000'),
    updated: new Date(NOW - DAY).toISOString().replace('Z', '+0000'),
    assignee: at % 3 === 0 ? null : at % 3 === 1 ? BOT : ANA,
    ...Object.fromEntries(Object.entries(SLAS).map(([id, name]) => [id, sla(name)])),
  },
}));

const fields = Object.entries(SLAS).map(([id, name]) => ({
  id,
  name,
  custom: true,
  schema: { type: 'sd-servicelevelagreement', custom: 'com.atlassian.servicedesk:sd-sla-field' },
}));

const instantOf = (value: unknown): number | null => {
  const { epochMillis, iso8601, jira } = Object(value);
  if (typeof epochMillis === 'number') return epochMillis;
  const text = iso8601 ?? jira;
  return text === undefined ? null : Date.parse(text.replace('+0000', 'Z'));
};

/** Stopped, met, breached, unknown, running, breached now and paused cycles of each SLA. */
function tally(any: boolean, days: number): Record<string, number[]> {
  const rows: Record<string, number[]> = {};
  const first = new Date(NOW - (days - 1) * DAY).setUTCHours(0, 0, 0, 0);
  for (const { fields: all } of issues)
    for (const [id, name] of Object.entries(SLAS)) {
      const value = Object(Object(all)[id]);
      const row = rows[name] ?? [0, 0, 0, 0, 0, 0, 0];
      rows[name] = row;
      const add = (at: number) => {
        row[at] = (row[at] ?? 0) + 1;
      };
      const dated = [...(value.completedCycles ?? [])]
        .map((each: Json) => ({ stop: instantOf(each.stopTime), breached: each.breached }))
        .filter(({ stop }) => stop !== null);
      const last = dated.reduce((a, b) => ((b.stop ?? 0) >= (a.stop ?? 0) ? b : a), dated[0]!);
      for (const { stop, breached } of any ? dated : dated.filter(each => each === last)) {
        if ((stop ?? 0) < first) continue;
        add(0);
        add(breached === undefined ? 3 : breached ? 2 : 1);
      }
      const own = value.ongoingCycle;
      if (!own) continue;
      add(own.paused ? 6 : 4);
      const breach = instantOf(own.breachTime);
      if (own.breached || (!own.paused && breach !== null && breach <= NOW)) add(5);
    }
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-sla-'));
const data = join(folder, 'data');
const lake = join(folder, 'lake');

beforeAll(async () => {
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'issues.json'), JSON.stringify({ issues }));
  writeFileSync(join(source, 'fields.json'), JSON.stringify(fields));
  const { code, err } = await run('import', source, '--data', data);
  expect({ code, err }).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const lines = (csv: string) =>
  csv
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(','));

async function report(settings: Json = {}) {
  const asked = ['--jql', 'project = HD', '--data', data, '--format', 'csv', '--time-zone', 'UTC'];
  const given = ['--settings', JSON.stringify(settings)];
  const { code, out, err } = await run('report', 'sla', ...asked, ...given);
  expect({ code, err }).toMatchObject({ code: 0 });
  return lines(out);
}

describe('report sla', () => {
  test.each([
    ['last', 30],
    ['any', 30],
    ['any', 7],
    ['last', 366],
  ])('%s cycles of %i days', async (cycles, days) => {
    const [head, ...rows] = await report({ cycles, lastDays: days });
    expect(head?.slice(1).join()).toBe(
      'stopped,met,breached,unknown,running,breachedNow,paused,attainment',
    );
    const expected = tally(cycles === 'any', days);
    expect(
      Object.fromEntries(rows.slice(0, -1).map(row => [row[0], row.slice(1, 8).map(Number)])),
    ).toEqual(expected);
    for (const row of rows) {
      const [met = 0, breached = 0] = row.slice(2, 4).map(Number);
      expect(Number(row[8])).toBeCloseTo((100 * met) / (met + breached), 1);
    }
  });

  test('of one SLA by its name or field, and by the kind of account', async () => {
    const expected = tally(false, 30)['Zeit bis zur Lösung'];
    for (const asked of ['zeit bis zur lösung', 'customfield_10701']) {
      const rows = await report({ sla: asked });
      expect(rows[1]?.slice(1, 8).map(Number)).toEqual(expected);
    }
    const kinds = (await report({ by: 'account-type' })).slice(1).map(([name]) => name);
    expect(kinds.sort()).toEqual(['Agents and apps', 'People', 'Total', 'Unassigned']);
  });

  test('a setting that cannot be used says what can', async () => {
    const asked = ['--jql', 'project = HD', '--data', data];
    const { code, err } = await run('report', 'sla', ...asked, '--settings', '{"cycles":"first"}');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/last.*any/s) });
  });
});

const FIELD = JSON.stringify({ field: 'sla:zeit bis zur Lösung' });

test('issues by an SLA of any name', async () => {
  const asked = ['--jql', 'project = HD', '--data', data, '--format', 'csv'];
  const { out } = await run('report', 'issues-by', ...asked, '--settings', FIELD);
  expect(lines(out).map(([name]) => name)).toEqual([
    ...['zeit bis zur Lösung', 'Breached', 'Met', 'Running', 'Paused', 'Unknown', 'None', 'Total'],
  ]);
});

test('the view of the lake has the same counts', async () => {
  expect(await run('lake', lake, '--data', data, '--time-zone', 'UTC')).toMatchObject({ code: 0 });
  const numbers = ['stopped', 'met', 'breached', 'unknown', 'running', 'breached_now', 'paused'];
  const first = new Date(NOW - 29 * DAY).toISOString().slice(0, 10);
  const query = `select sla, ${numbers.map(name => `sum(${name})`).join(', ')} from sla
    where day is null or day >= date '${first}' group by sla`;
  const { out, err } = await run('sql', lake, query, '--format', 'csv');
  expect(err).toBe('');
  expect(
    Object.fromEntries(
      lines(out)
        .slice(1)
        .map(([name, ...row]) => [name, row.map(Number)]),
    ),
  ).toEqual(tally(true, 30));
  const kinds = 'select account_type, count(*) from person group by 1 order by 1';
  expect((await run('sql', lake, kinds, '--format', 'csv')).out).toMatch(/app,1\r?\natlassian,1/);
});

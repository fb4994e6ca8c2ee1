import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { GROUP_CHOICES } from '@tallyboard/report-kit/settings/group-codes.ts';
import { GADGETS, type Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSettings, shellSettings } from './stored-settings.ts';
import { writeSettings } from './write-settings.ts';

async function loadReport(id: string): Promise<AnyReport> {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  return report;
}

const gadgetOf = (name: string): Gadget => {
  const found = GADGETS.find(each => each.name === name);
  if (!found) throw new Error(`There is no gadget '${name}'.`);
  return found;
};
const STATUS = gadgetOf('status');

/** Reads and stores again, as the form does when nothing is changed in it. */
async function stored(gadget: Gadget, raw: unknown): Promise<Stored> {
  const before = readSettings(raw)?.stored ?? {};
  const report = await loadReport(gadget.reportOf(before));
  const settings = report.settings.parse(before).value;
  return writeSettings(gadget, 'cloud', before, {
    report,
    settings,
    ...shellSettings(gadget, 'cloud', before),
  });
}

test.each([[undefined], [null], ['']])('%j is a gadget that was never configured', raw => {
  expect(readSettings(raw)).toBeNull();
});

test('HTML entities of old settings are decoded once; new settings are stored unchanged', () => {
  const old = { jql: 'status = &quot;To Do&quot; AND a &gt; 1', columns: [{ name: 'R&amp;D' }] };
  expect(readSettings(old)?.stored).toEqual({
    jql: 'status = "To Do" AND a > 1',
    columns: [{ name: 'R&D' }],
    version: 1,
  });
  const ours = { version: 1, jql: 'text ~ "&lt;"' };
  expect(readSettings(ours)?.stored).toEqual(ours);
});

test('settings can be JSON text, also with escaped quotes', () => {
  expect(readSettings('{"gType":3}')?.stored).toMatchObject({ gType: 3 });
  expect(readSettings('{&quot;gType&quot;:3}')?.stored).toMatchObject({ gType: 3 });
});

test.each([['[1'], [[1, 2]], [7], [true], ['"text"']])(
  '%j is read as defaults with a problem',
  raw => {
    const read = readSettings(raw);
    expect(read?.stored).toEqual({});
    expect(read?.problems).toHaveLength(1);
  },
);

test('a new gadget has its preset', () => {
  const first = (name: string) => shellSettings(gadgetOf(name), 'cloud', null).filter;
  expect(first('status')).toMatchObject({
    preset: 'created-30-days-mine',
    jql: 'created >= -30d AND assignee = currentUser()',
  });
  expect(first('burn')).toMatchObject({ jql: 'sprint in openSprints()' });
  expect(first('time-status')).toMatchObject({
    preset: 'custom',
    jql: 'assignee in (currentUser())',
  });
  expect(first('timesheets').jql).toBe('');
  // Its settings choose the issues.
  expect(first('velocity')).toEqual({ preset: 'custom', jql: '', choices: {} });
});

test.each(GADGETS.filter(({ jql }) => jql === undefined))(
  'stored settings of $name without a query mean all issues',
  gadget => {
    expect(shellSettings(gadget, 'cloud', { version: 1, gType: 1 }).filter).toEqual({
      preset: 'custom',
      jql: '',
      choices: {},
    });
  },
);

test('a stored preset without its query has that of the preset; some gadgets have a default', () => {
  const preset = { name: 'Issues in all active sprints' };
  expect(shellSettings(STATUS, 'cloud', { preset }).filter.jql).toBe('sprint in openSprints()');
  expect(shellSettings(gadgetOf('time-status'), 'cloud', { gType: 1 }).filter.jql).toBe(
    'assignee in (currentUser())',
  );
});

test.each([
  [0, 'overview'],
  [undefined, 'overview'],
  [99, 'overview'],
  ['many', 'overview'],
  [{}, 'overview'],
  [14, 'breakdown'],
  ['3', 'breakdown'],
  ['summary', 'breakdown'],
  ['customfield_10050', 'breakdown'],
])('a status gadget of type %j shows the %s', (gType, report) => {
  expect(STATUS.reportOf({ gType })).toBe(report);
});

test.each(GROUP_CHOICES)('a status gadget by $label shows the breakdown', ({ code: gType }) => {
  expect(STATUS.reportOf({ gType })).toBe('breakdown');
});

test('a preset is found by its name on both flavours, or by its query', () => {
  const of = (settings: Stored) => shellSettings(STATUS, 'cloud', settings).filter.preset;
  const jql = 'filter = 10';
  expect(of({ jql, preset: { name: 'Favorite Jira JQL filters', jql } })).toBe('filter');
  expect(of({ jql, preset: { name: 'Jira JQL filters', jql } })).toBe('filter');
  expect(of({ jql: 'sprint in openSprints()' })).toBe('active-sprints');
  expect(of({ jql: 'sprint = 4', preset: 'no such' })).toBe('custom');
});

test('unknown keys stay, and the known format is written', async () => {
  const before = {
    jql: 'project = WEB',
    preset: { name: 'Custom JQL', jql: 'project = WEB' },
    gType: 1,
    eType: 1,
    statusResolution: false,
    sorting: 'created,-1',
    customSP: 'customfield_10016',
    someoneElses: { deep: [1] },
  };
  expect(await stored(STATUS, before)).toMatchObject({ ...before, showStatusBars: true });
});

test('an optional key that is no longer set is removed', async () => {
  const burn = gadgetOf('burn');
  const report = await loadReport('burn');
  const before = { intervalStart: 5, dateFormat: 'D.M.YYYY' };
  const settings = { ...report.settings.parse(before).value, from: null, dateFormat: null };
  const draft = { report, settings, ...shellSettings(burn, 'cloud', before) };
  const written = writeSettings(burn, 'cloud', before, draft);
  expect(written).not.toHaveProperty('intervalStart');
  expect(written).not.toHaveProperty('dateFormat');
});

test('settings of every gadget read back as they were stored', async () => {
  for (const gadget of GADGETS) {
    const once = await stored(gadget, { htmlContent: '<b>&amp;</b>', jql: 'a = "&lt;"', other: 1 });
    expect(await stored(gadget, JSON.parse(JSON.stringify(once)))).toEqual(once);
  }
});

test('reading never throws', async () => {
  const reports = new Map<string, AnyReport>();
  for (const { id } of REPORTS) reports.set(id, await loadReport(id));
  const keys = [
    'jql',
    'preset',
    'gType',
    'columns',
    'showGraphs',
    'calendar',
    'choices',
    'version',
  ];
  const hostile = fc.oneof(
    fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), fc.jsonValue()),
    fc.jsonValue(),
    fc.string(),
  );
  fc.assert(
    fc.property(hostile, fc.constantFrom(...GADGETS), (raw, gadget) => {
      const read = readSettings(raw);
      if (read === null) return;
      const report = reports.get(gadget.reportOf(read.stored));
      if (!report) throw new Error('A gadget names a report that there is not.');
      const settings = report.settings.parse(read.stored).value;
      const shell = shellSettings(gadget, 'data-center', read.stored);
      const written = writeSettings(gadget, 'data-center', read.stored, {
        report,
        settings,
        ...shell,
      });
      expect(typeof JSON.stringify(written)).toBe('string');
      expect(typeof shell.filter.jql).toBe('string');
    }),
    { numRuns: 300 },
  );
  expect(({} as Stored).polluted).toBeUndefined();
});

test('a too deep structure is cut off', () => {
  let deep: unknown = 'end';
  for (let i = 0; i < 5_000; i++) deep = { deep };
  expect(readSettings({ deep })?.stored).toHaveProperty('version', 1);
});

test('goal and height of the chart are stored when chosen, and removed when no longer so', async () => {
  const velocity = gadgetOf('velocity');
  const chosen = { version: 1, goal: 30, chartHeight: 'tall' };
  expect(await stored(velocity, chosen)).toMatchObject({ goal: 30, chartHeight: 'tall' });
  const report = await loadReport(velocity.report);
  const again = writeSettings(velocity, 'cloud', chosen, {
    report,
    settings: report.settings.defaults,
    ...shellSettings(velocity, 'cloud', null),
  });
  expect(again).not.toHaveProperty('goal');
  expect(again).not.toHaveProperty('chartHeight');
});

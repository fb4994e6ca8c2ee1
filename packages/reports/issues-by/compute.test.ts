import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Sla } from '@tallyboard/core/model/issue.ts';
import type { IssueInit } from '@tallyboard/core/testing/builders.ts';
import {
  AS_OF,
  issue as built,
  context,
  dataset,
  slaCycle,
  user,
} from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeIssuesBy from './compute.ts';
import { issuesBySettings } from './settings.ts';
import { charted, issuesByTable } from './table.ts';

const NOW = context();
const SLA = 'customfield_10070' as FieldId;
const TEAM_COLOUR = 'customfield_10090' as FieldId;

function compute(field: string, data: Dataset) {
  const settings = { ...issuesBySettings.defaults, field, label: field };
  const computed = computeIssuesBy(data, settings, NOW);
  const rows = computed.result.rows.map(
    ({ label, count, resolved }) => `${label}: ${count.value}, ${resolved.value} resolved`,
  );
  return { ...computed, rows };
}

const issues = (...inits: readonly IssueInit[]) =>
  dataset(inits.map((init, index) => built({ key: `A-${index + 1}`, ...init })));

describe('names', () => {
  const STORY = datasetFromText(`
    sprint One = Mon .. Fri closed
    sprint Two = Mon+1 .. Fri+1 active
    A-1 Bug   @ana in:One | Tue added Two | Wed done
    A-2 Bug   @ana in:One
    A-3 Story @ben
  `);

  it('are sorted by their number of issues', () => {
    expect(compute('issuetype', STORY).rows).toEqual([
      'Bug: 2, 1 resolved',
      'Story: 1, 0 resolved',
    ]);
    const { rows, result } = compute('sprint', STORY);
    expect(rows[0]).toBe('One: 2, 1 resolved');
    expect(rows).toContain('Not in Sprint: 1, 0 resolved');
    expect([result.valueCount, result.total.count.value, result.overlapping]).toEqual([2, 3, true]);
  });

  it('of sprints are charted by time, latest first', () => {
    const { result } = compute('sprint', STORY);
    expect(charted(result).map(({ label }) => label)).toEqual(['Two', 'One', 'Not in Sprint']);
    const planned = { ...result, rows: result.rows.map(row => ({ ...row, start: null })) };
    expect(charted(planned).at(-1)?.label).toBe('Not in Sprint');
  });

  it('of statuses have their category', () => {
    const { result } = compute('status', STORY);
    const categories = result.rows.map(({ label, category }) => [label, category]);
    expect(Object.fromEntries(categories)).toMatchObject({ 'To Do': 'to-do', Done: 'done' });
    expect(compute('issuetype', STORY).result.rows[0]?.category).toBeNull();
  });

  it('mark people who left', () => {
    const data = issues({ assignee: user('Eve', { active: false }) }, {});
    expect(compute('assignee', data).rows).toEqual([
      'Eve (inactive): 1, 0 resolved',
      'Unassigned: 1, 0 resolved',
    ]);
  });

  it('come from any custom field, which may hold several', () => {
    const data = issues(
      { custom: new Map([[TEAM_COLOUR, ['Red', 'Blue']]]) },
      { custom: new Map([[TEAM_COLOUR, 'Red']]) },
      { custom: new Map([[TEAM_COLOUR, null]]) },
    );
    const { rows, result } = compute(TEAM_COLOUR, data);
    expect(rows).toEqual(['Red: 2, 0 resolved', 'Blue: 1, 0 resolved', 'None: 1, 0 resolved']);
    expect(result.rows.map(({ share }) => Math.round(share))).toEqual([67, 33, 33]);
  });

  it('are one an issue for key and summary, in the order of the query', () => {
    const data = issues({ key: 'A-10' }, { key: 'A-9' });
    expect(compute('key', data).rows).toEqual(['A-10: 1, 0 resolved', 'A-9: 1, 0 resolved']);
    expect(compute('summary', data).rows[1]).toBe('(A-9) Summary of A-9: 1, 0 resolved');
    expect(compute('key', data).result.kind).toBe('issues');
  });
});

describe('numbers and dates', () => {
  it('ascend, with no value last', () => {
    const data = issues(
      { due: parseDay('2026-10-01') },
      {},
      { due: parseDay('2026-02-01') },
      { due: parseDay('2026-10-01') },
    );
    expect(compute('duedate', data).rows).toEqual([
      'Feb 1, 2026: 1, 0 resolved',
      'Oct 1, 2026: 2, 0 resolved',
      'None: 1, 0 resolved',
    ]);
  });

  it('add up where that means something', () => {
    const data = issues(
      { votes: 3, watches: 1, progress: { done: 3600, total: 7200 } },
      { votes: 10, sumProgress: { done: 1, total: 3 } },
      { progress: { done: 0, total: 0 } },
    );
    const sums = (field: string) =>
      compute(field, data).result.sums.map(({ id, figure }) => [id, figure.value]);
    expect(compute('votes', data).rows).toEqual([
      '0: 1, 0 resolved',
      '3: 1, 0 resolved',
      '10: 1, 0 resolved',
    ]);
    expect(sums('votes')).toEqual([['votes', 13]]);
    expect(sums('watches')).toEqual([['watches', 1]]);
    expect(compute('progress', data).rows).toEqual(['50%: 1, 0 resolved', 'None: 2, 0 resolved']);
    expect(sums('progress')).toEqual([
      ['logged', 3600],
      ['estimated', 7200],
    ]);
    expect(compute('aggregateprogress', data).rows[0]).toBe('33%: 1, 0 resolved');
    expect(sums('aggregateprogress')).toEqual([]);
  });

  it('distinguish a breached SLA, a met one and none', () => {
    const field: Field = {
      id: SLA,
      name: 'Time to Resolution',
      custom: true,
      type: 'sd-servicelevelagreement',
      items: null,
      customType: null,
    };
    const sla = (cycles: Partial<Sla>) => ({
      slas: new Map([[SLA, { name: field.name, completed: [], ongoing: null, ...cycles }]]),
    });
    const late = slaCycle({ breached: true });
    const met = slaCycle({ breached: false });
    const plain = issues(
      sla({ completed: [late, met] }),
      sla({ completed: [met] }),
      sla({ ongoing: slaCycle({ breached: false, paused: false, breach: AS_OF + 1 }) }),
      sla({ ongoing: slaCycle({ breached: false, paused: false, breach: AS_OF - 1 }) }),
      sla({ ongoing: slaCycle({ breached: false, paused: true }) }),
      sla({ completed: [met], ongoing: late }),
      sla({ completed: [slaCycle()] }),
      sla({}),
      {},
    );
    const data = { ...plain, fields: [field], special: { ...plain.special, sla: [SLA] } };
    expect(compute('Time to resolution', data).rows).toEqual([
      'Breached: 3, 0 resolved',
      'Met: 1, 0 resolved',
      'Running: 1, 0 resolved',
      'Paused: 1, 0 resolved',
      'Unknown: 1, 0 resolved',
      'None: 2, 0 resolved',
    ]);
    expect(compute('Time to resolution', plain).definitions[0]?.text).toContain('no such SLA');
  });
});

it('has no rows of no issues', () => {
  expect(compute('status', issues()).result).toMatchObject({ rows: [], valueCount: 0 });
});

it('writes the table', () => {
  const { result } = compute('priority', issues({}, { resolved: Date.UTC(2026, 2, 2) }));
  expect(csvText(plainTable(issuesByTable(result, { field: 'priority', measure: 'issues' })))).toBe(
    [
      'priority,Issues,Percentage (%),Resolved,Percent Resolved (%)',
      'None,2,100,1,50',
      'Total,2,,1,50',
      '',
    ].join('\r\n'),
  );
});

it('gives every issue a row in every field, and recomputes each count', () => {
  const fields = ['project', 'issuetype', 'assignee', 'votes', 'duedate', 'progress', 'key'];
  fc.assert(
    fc.property(
      fc.array(fc.record({ votes: fc.nat(3), person: fc.constantFrom('Ana', 'Ben', '') })),
      fc.constantFrom(...fields),
      (stories, field) => {
        const data = issues(
          ...stories.map(({ votes, person }) => ({
            votes,
            assignee: person ? user(person) : null,
          })),
        );
        const { result } = compute(field, data);
        const rows = result.rows.flatMap(({ count }) => [...count.issues]);
        expect(new Set(rows).size).toBe(stories.length);
        for (const { count, resolved } of result.rows) {
          expect(count.issues).toHaveLength(count.value ?? -1);
          expect(resolved.issues).toHaveLength(resolved.value ?? -1);
        }
      },
    ),
    { numRuns: 40 },
  );
});

import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { dataset, SPRINT_FIELD } from '@tallyboard/core/testing/builders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  customOption,
  INITIATIVES,
  issuesByFields,
  issuesByOptions,
  shownLabel,
  storedFields,
} from './fields.ts';
import { issuesBySettings } from './settings.ts';

const NO_FIELDS: SpecialFields = { ...dataset([]).special, sprint: [] };
const SOFTWARE: SpecialFields = { ...NO_FIELDS, sprint: [SPRINT_FIELD] };
const SLA = 'customfield_10070' as FieldId;
const SERVICE: SpecialFields = { ...SOFTWARE, sla: [SLA] };
const SLA_FIELD: Field = {
  id: SLA,
  name: 'Time to first response',
  custom: true,
  type: 'sd-servicelevelagreement',
  items: null,
  customType: null,
};

const labels = (stored: unknown, special = SOFTWARE, fields: readonly Field[] = []) =>
  issuesByFields(stored, special, fields).map(({ label }) => label);

const DEFAULTS = [
  'Project',
  'Sprint',
  'Issue Type',
  'Assignee',
  'Reporter',
  'Priority',
  'Status',
  'Resolution',
  'Epic Link',
];

it('a field is called as the menu or the site calls it where a question has no name of it', () => {
  const named = (field: string, label?: string) =>
    shownLabel(issuesBySettings.parse({ field, label }).value, [SLA_FIELD]);
  expect(named('epic')).toBe('Epic Link');
  expect(named(SLA)).toBe('Time to first response');
  expect(named(SLA, 'Reaction')).toBe('Reaction');
  expect(named('customfield_10071')).toBe('customfield_10071');
});

describe('the menu', () => {
  it('has the fields that are on by default, from selector 3 on', () => {
    const items = issuesByFields(undefined, SOFTWARE, []);
    expect(items.map(({ label }) => label)).toEqual(DEFAULTS);
    expect(items.map(({ selector }) => selector)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(items[3]?.settings).toEqual({ field: 'assignee', label: 'Assignee' });
  });

  it('has fields of a service desk and sprints only where the site has them', () => {
    expect(labels(null, SERVICE, [SLA_FIELD])).toEqual([
      ...DEFAULTS,
      'First Response SLA Breached',
    ]);
    expect(labels(null, NO_FIELDS)).not.toContain('Sprint');
  });

  it('keeps its order whatever the order of the stored fields', () => {
    expect(labels(['votes', 'assignee', 'project'])).toEqual(['Project', 'Assignee', 'Votes']);
  });
});

describe('stored fields', () => {
  it('may be levels, which have the names of their issue types', () => {
    expect(labels([...DEFAULTS.slice(0, 1), 'level:Initiative'])).toEqual([
      'Project',
      'Initiative',
    ]);
    const options = issuesByOptions({ fields: [INITIATIVES] }, SOFTWARE, []);
    expect(issuesByOptions({ fields: storedFields(options) }, SOFTWARE, [])).toEqual(options);
    expect(options.at(-1)).toEqual(INITIATIVES);
  });

  it.each([
    ['options', [{ label: 'Assignee', field: 'assignee', path: 'displayName', enabled: false }]],
    ['options by label', [{ label: 'Assignee', enabled: false }]],
    ['flags by label', { fields: { Assignee: false } }],
    ['flags as text', '{"assignee":false}'],
  ])('are read as %s, the others as by default', (_form, stored) => {
    expect(labels(stored)).toEqual(DEFAULTS.filter(label => label !== 'Assignee'));
  });

  it('know sprint by the id that it has on the site', () => {
    expect(labels([SPRINT_FIELD])).toEqual(['Sprint']);
  });

  it('keep custom fields, after the known ones', () => {
    const field: Field = { ...SLA_FIELD, id: 'customfield_10090' as FieldId, name: 'Colour' };
    const stored = storedFields([...issuesByOptions(null, SOFTWARE, []), customOption(field)]);
    const items = issuesByFields(stored, SOFTWARE, [field]);
    expect(items.at(-1)).toMatchObject({ selector: 12, label: 'Colour', field: field.id });
    expect(stored[0]).toEqual({ label: 'Project', field: 'project', path: 'name', enabled: true });
  });

  it('can all be off', () => {
    const off = issuesByOptions(null, SOFTWARE, []).map(each => ({ ...each, enabled: false }));
    expect(labels(off)).toEqual([]);
  });

  it('read back as they were written, and never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string()), stored => {
        const options = issuesByOptions(stored, SERVICE, [SLA_FIELD]);
        expect(issuesByOptions(storedFields(options), SERVICE, [SLA_FIELD])).toEqual(options);
      }),
      { numRuns: 100 },
    );
  });
});

describe('settings', () => {
  it('take any field of the menu and any custom one', () => {
    const parse = (stored: unknown) => issuesBySettings.parse(stored).value;
    const first = {
      field: 'project',
      label: 'Project',
      accounts: 'all',
      chart: 'bars',
      done: null,
    };
    expect(parse({})).toEqual({ ...first, measure: 'issues', rule: 'children-else-own' });
    expect(parse({ field: 'level:Initiative' }).label).toBe('Initiative');
    expect(parse({ field: 'customfield_10090' }).label).toBe('customfield_10090');
    expect(issuesBySettings.parse({ field: '__proto__' }).problems).toHaveLength(1);
  });

  it('read back what they write', () => {
    fc.assert(
      fc.property(fc.jsonValue(), stored => {
        const { value } = issuesBySettings.parse(stored);
        expect(issuesBySettings.parse(issuesBySettings.serialize(value)).value).toEqual(value);
      }),
      { numRuns: 50 },
    );
  });
});

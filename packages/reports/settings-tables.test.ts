/** What holds for the settings of every report, from its table alone. */

import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { byStoredKeys, keysOf, unknownKeys } from '@tallyboard/report-kit/settings/unknown-keys.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPORTS } from './catalogue/reports.ts';
import { findReport } from './find-report.ts';

const schemas = await Promise.all(
  REPORTS.map(async ({ id }) => [id, ((await findReport(id)) as AnyReport).settings] as const),
);

describe.each(schemas)('the settings of %s', (_id, schema) => {
  const { list, parse, serialize } = schema;
  const keys = keysOf(list);

  it('are stored under keys of their own', () => {
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    expect(unknownKeys(schema, serialize(schema.defaults))).toEqual([]);
  });

  it('come back as they were stored, whatever it was', () => {
    const codes = list.flatMap(({ codec: { shape } }) =>
      shape.kind === 'choice' ? shape.choices.flatMap(({ code, name }) => [code, name]) : [],
    );
    const value = fc.oneof(fc.constantFrom<unknown>(0, -0, 1, 7, ...codes), fc.jsonValue());
    const stored = fc.dictionary(fc.constantFrom('version', ...keys), value);
    fc.assert(
      fc.property(fc.oneof(stored, fc.anything()), raw => {
        const settings = parse(raw).value;
        const again: unknown = JSON.parse(JSON.stringify(serialize(settings)));
        expect(parse(again)).toEqual({ value: settings, problems: [] });
      }),
      { numRuns: 150 },
    );
    const gadget = schema.gadgetDefaults ?? schema.defaults;
    expect(parse(serialize(gadget)).value).toEqual(gadget);
  });

  it('take the name of a choice for its code, in any case', () => {
    for (const { key, codec } of list)
      if (codec.shape.kind === 'choice')
        for (const { name } of codec.shape.choices) {
          expect(parse({ [key]: name.toUpperCase() }).problems, name).toEqual([]);
          expect(codec.parse(name), name).not.toBeUndefined();
        }
  });

  it('say which value of which key cannot be used, and use the default', () => {
    const bad = Object.fromEntries(keys.map(key => [key, { not: 'usable' }]));
    const { value, problems } = parse(bad);
    expect(problems.map(({ path }) => path).sort()).toEqual([...keys].sort());
    const gadget = schema.gadgetDefaults ?? schema.defaults;
    expect([schema.defaults, gadget]).toContainEqual(value);
  });
});

it('an unknown key is reported with the nearest known one', () => {
  const [, breakdown] = schemas.find(([id]) => id === 'breakdown') ?? [];
  const told = (given: Record<string, unknown>) =>
    breakdown && unknownKeys(breakdown, byStoredKeys(breakdown, given));
  expect(told({ gtype: 1, grupBy: 1, colour: 'red' })).toEqual([
    { path: 'gtype', text: 'There is no such setting. Did you mean "gType"?' },
    { path: 'grupBy', text: 'There is no such setting. Did you mean "groupBy"?' },
    { path: 'colour', text: 'There is no such setting.' },
  ]);
  expect(told({ gType: 1, groupBy: 'component' })).toEqual([
    {
      path: 'groupBy',
      text: 'This is the same setting as "gType", which is given too. Give one of them.',
    },
  ]);
  expect(told({ groupBy: 'component', jql: 'a = b', preset: {}, version: 1 })).toEqual([]);
  const given = breakdown && byStoredKeys(breakdown, { groupBy: 'Component', eType: 'points' });
  expect(breakdown?.parse(given).value).toMatchObject({
    groupBy: 'component',
    estimation: 'points',
  });
  expect(breakdown?.parse({ gType: 'compnent' }).problems).toEqual([
    {
      path: 'gType',
      text: '"compnent" cannot be used. Did you mean "component"? The default is assignee.',
    },
  ]);
});

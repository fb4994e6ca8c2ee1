import {
  applyChoices,
  type Choices,
  gadgetPresets,
  pagePresets,
} from '@tallyboard/jira/jql/presets.ts';
import { parseQuery } from '@tallyboard/replica/jql/parse.ts';
import { terminalsOf, textsOf } from '@tallyboard/replica/jql/tree.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const presets = (['cloud', 'data-center'] as const).flatMap(flavour =>
  [...pagePresets(flavour), ...gadgetPresets(flavour)].filter(({ choices }) => choices.length > 0),
);

/** What a query asks: each clause by its field, operator and values. Jira's own grammar reads it, as a Jira would. */
function asked(jql: string) {
  return terminalsOf(parseQuery(jql).where).map(({ field, operator, operand }) => ({
    field,
    operator,
    values: textsOf(operand),
  }));
}

const chosen = (value: string): Choices => ({
  board: value,
  project: value,
  epic: value,
  filter: value,
  version: value,
});

const HOSTILE = [
  'x" OR project is not EMPTY OR summary ~ "',
  "x' OR 1 = 1",
  'x) OR (key is not EMPTY',
  'x\\" OR key is not EMPTY',
  'x\nORDER BY key',
  'a, b',
  '{replace with version}',
  '{replace with project key}',
  'currentUser()',
  'EMPTY',
  'and',
  '-5d',
  '\u202etxet',
];

/** The same clauses as with a harmless choice, with the text itself as the value and nothing beside it. */
function expectHarmless(value: string) {
  for (const preset of presets) {
    const usual = asked(applyChoices(preset, chosen('DEMO')));
    const hostile = asked(applyChoices(preset, chosen(value)));
    const expected = usual.map(clause => ({
      ...clause,
      values: clause.values.map(text => (text === 'DEMO' ? value : text)),
    }));
    expect(hostile, `${preset.name}: ${value}`).toEqual(expected);
  }
}

test.each(HOSTILE)('a choice of %j is a value and nothing else', expectHarmless);

test('any text is one value', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), value => {
      fc.pre(value.trim() === value && value !== 'DEMO');
      expectHarmless(value);
    }),
    { numRuns: 60 },
  );
});

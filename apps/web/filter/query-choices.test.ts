import { queryOf } from '@tallyboard/engine/gadgets/filter.ts';
import { type Choice, gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import { expect, test } from 'vitest';
import { choicesInQuery } from './query-choices.ts';

const inserts: Readonly<Record<Choice, string>> = {
  board: '10101',
  project: 'WEB',
  epic: 'WEB-486',
  filter: '10207',
  version: '2.4 beta',
};
const chosen = (kinds: readonly Choice[]) =>
  Object.fromEntries(
    kinds.map(kind => {
      const insert = inserts[kind];
      const made = { value: insert, label: insert, insert };
      return [
        kind,
        kind === 'board' ? { ...made, value: '', label: 'Board of filter 10101' } : made,
      ];
    }),
  );

test.each(gadgetPresets('data-center'))('$name: its query says what was chosen', preset => {
  const choices = chosen(preset.choices);
  expect(choicesInQuery(preset, queryOf(preset, choices))).toEqual(choices);
  expect(choicesInQuery(preset, preset.jql)).toEqual({});
  expect(choicesInQuery(preset, 'project = WEB AND statusCategory = Done')).toEqual({});
});

import type { Engine, JqlWords } from '@tallyboard/engine/calls.ts';
import { expect, test } from 'vitest';
import { createSuggest } from './jql-suggest.ts';

const field = (value: string, more: Partial<JqlWords['fields'][number]> = {}) => ({
  value,
  label: value.replaceAll('"', ''),
  operators: ['=', 'in'],
  types: [],
  orderable: true,
  suggests: false,
  ...more,
});

const WORDS: JqlWords = {
  fields: [
    field('status', { suggests: true, types: ['Status'] }),
    field('"Epic Link"', { operators: ['=', 'is'] }),
    field('statusCategory'),
    field('text', { orderable: false }),
  ],
  functions: [
    { value: 'openSprints()', label: 'openSprints()', list: true, types: ['Sprint'] },
    { value: 'currentUser()', label: 'currentUser()', list: false, types: ['User'] },
  ],
};

const engine = {
  jqlWords: async () => WORDS,
  jqlValues: async ({ field: name, text }: { field: string; text: string }) => [
    { value: '"In Progress"', label: `In Progress` },
    { value: `${name}${text}`, label: `x ${name} ${text}` },
  ],
} as unknown as Engine;

async function suggested(text: string) {
  const caret = text.indexOf('|');
  const all = text.replace('|', '');
  const found = await createSuggest(engine)(all, caret, new AbortController().signal);
  return found.map(({ insert, from, to }) => all.slice(0, from) + insert + all.slice(to));
}

test.each([
  ['stat|', ['status ', 'statusCategory ']],
  ['link|', ['"Epic Link" ']],
  ['"Epic Link" |', ['"Epic Link" = ', '"Epic Link" is ']],
  ['status in (In|', ['status in ("In Progress" ', 'status in (statusIn ']],
  ['assignee = |', ['assignee = currentUser() ']],
  ['"Epic Link" is |', ['"Epic Link" is EMPTY ']],
  ['status = Done |', ['status = Done AND ', 'status = Done OR ', 'status = Done ORDER BY ']],
  ['status = Done ORDER BY tex|', []],
])('%s', async (text, expected) => {
  expect(await suggested(text)).toEqual(expected);
});

test('fields are fetched once, and again after a failure', async () => {
  let asked = 0;
  const failing = {
    jqlWords: async () => {
      asked++;
      if (asked === 1) throw new Error('not now');
      return WORDS;
    },
  } as unknown as Engine;
  const suggest = createSuggest(failing);
  const { signal } = new AbortController();
  await expect(suggest('sta', 3, signal)).rejects.toThrow('not now');
  await suggest('sta', 3, signal);
  await suggest('sta', 3, signal);
  expect(asked).toBe(2);
});

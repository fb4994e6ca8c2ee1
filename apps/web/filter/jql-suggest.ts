/** Suggestions for a query: fields, operators, values and functions of the host. */
import type { Engine, JqlWords } from '@tallyboard/engine/calls.ts';
import type { Suggestion as Value } from '@tallyboard/jira/endpoints/jql.ts';
import type { Suggest, Suggestion } from '@tallyboard/ui/controls/jql-field.tsx';
import { type Expected, type JqlPlace, placeAt } from './jql-place.ts';

const MAX_SUGGESTIONS = 12;

interface Item {
  readonly label: string;
  readonly insert: string;
  readonly detail?: string;
}

/** Loads fields and functions once, values as they are typed. */
export function createSuggest(engine: Engine): Suggest {
  let words: Promise<JqlWords> | null = null;
  const wordsOf = () => {
    words ??= engine.jqlWords({}).catch(error => {
      words = null;
      throw error;
    });
    return words;
  };
  return async (text, caret, signal) => {
    const place = placeAt(text, caret);
    const known = await wordsOf();
    const values = await valuesAt(engine, place, known, signal);
    return fitting([...values, ...itemsFor(place.expected, known)], place);
  };
}

async function valuesAt(
  engine: Engine,
  { expected, typed }: JqlPlace,
  words: JqlWords,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  if (expected.what !== 'value') return [];
  const field = fieldOf(words, expected.field);
  if (!field?.suggests) return [];
  const values: readonly Value[] = await engine
    .jqlValues({ field: bare(field.value), text: typed }, { signal })
    .catch(() => []);
  return values.map(({ value, label }) => ({ label, insert: value }));
}

/** Suggestions at a place, before matching the typed text. */
function itemsFor(expected: Expected, { fields, functions }: JqlWords): readonly Item[] {
  switch (expected.what) {
    case 'field':
      return fields.map(({ label, value }) => ({ label, insert: value, detail: 'field' }));
    case 'operator': {
      const operators = fieldOf({ fields, functions }, expected.field)?.operators ?? [];
      return operators.map(operator => ({ label: operator, insert: operator }));
    }
    case 'value':
      return valueWords(expected, { fields, functions });
    case 'joint':
      return JOINTS;
    case 'order-field':
      return fields
        .filter(({ orderable }) => orderable)
        .map(({ label, value }) => ({ label, insert: value, detail: 'field' }));
    case 'order-joint':
      return ORDERS;
    default:
      return [];
  }
}

const wordItem = (word: string): Item => ({ label: word, insert: word });
const JOINTS = ['AND', 'OR', 'ORDER BY'].map(wordItem);
const ORDERS = ['ASC', 'DESC'].map(wordItem);

function valueWords(expected: Expected & { what: 'value' }, words: JqlWords): readonly Item[] {
  if (/^is\b/.test(expected.operator)) return [wordItem('EMPTY')];
  const list = /\bin$/.test(expected.operator);
  const types = fieldOf(words, expected.field)?.types ?? [];
  return words.functions
    .filter(each => each.list === list)
    .filter(each => types.length === 0 || each.types.some(type => types.includes(type)))
    .map(({ label, value }) => ({ label, insert: value, detail: 'function' }));
}

/** Prefix matches first, then other matches. */
function fitting(items: readonly Item[], { typed, from, to }: JqlPlace): readonly Suggestion[] {
  const text = typed.toLowerCase();
  const rank = ({ label, insert }: Item) => {
    const names = [label.toLowerCase(), bare(insert).toLowerCase()];
    if (names.some(name => name.startsWith(text))) return 0;
    return names.some(name => name.includes(text)) ? 1 : 2;
  };
  const byRank = [0, 1].flatMap(wanted => items.filter(item => rank(item) === wanted));
  return byRank
    .filter(item => bare(item.insert) !== typed)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ label, insert, detail }) => ({
      label,
      insert: `${insert} `,
      from,
      to,
      ...(detail !== undefined && { detail }),
    }));
}

function fieldOf({ fields }: JqlWords, name: string) {
  const wanted = bare(name).toLowerCase();
  return fields.find(({ value }) => bare(value).toLowerCase() === wanted);
}

const bare = (text: string) => text.replace(/^["']|["']$/g, '');

import { readFileSync } from 'node:fs';
import { ALL_PARTS } from '@tallyboard/core/model/requirement.ts';
import { expect, it } from 'vitest';
import { type DataType, type Table, Type, tableFromIPC } from './arrow.ts';
import { HISTORY_COLUMNS, PART_COLUMNS } from './schema.ts';
import { StreamWriter } from './stream.ts';

const DOC = readFileSync(new URL('../../../docs/columns.md', import.meta.url), 'utf8');

const NAMES: Readonly<Record<number, string>> = {
  [Type.Bool]: 'bool',
  [Type.Date]: 'date32',
  [Type.Dictionary]: 'dictionary',
  [Type.Float]: 'float64',
  [Type.List]: 'list',
  [Type.Struct]: 'struct',
  [Type.Timestamp]: 'timestamp[ms, UTC]',
  [Type.Utf8]: 'utf8',
};

type Fields = Table['schema']['fields'];

const typeName = (type: DataType): string =>
  'bitWidth' in type && type.typeId === Type.Int ? `int${type.bitWidth}` : `${NAMES[type.typeId]}`;

/** Names and types of columns, of the items of lists, and of their members. */
function rowsOf(name: string, type: DataType): readonly (readonly [string, string])[] {
  const own = [name, typeName(type)] as const;
  const children = (('children' in type ? type.children : null) ?? []) as Fields;
  const nameOf =
    type.typeId === Type.List ? () => `${name}[]` : (child: string) => `${name}.${child}`;
  return [own, ...children.flatMap(child => rowsOf(nameOf(child.name), child.type))];
}

const asker = (name: string): string => {
  const part = ALL_PARTS.find(each => PART_COLUMNS[each].includes(name));
  if (part) return `\`${part}\``;
  if (HISTORY_COLUMNS.includes(name)) return 'history';
  if (name === 'custom') return 'customFields';
  return name === 'worklogs' ? name : '';
};

it('docs/columns.md has the columns of a stream with their types, and what asks for them', () => {
  const writer = new StreamWriter({
    places: new Map(),
    selection: {
      parts: new Set(ALL_PARTS),
      nameOf: () => 'other',
      customFields: ['customfield_1' as never],
      worklogs: 'all',
    },
    revision: 1,
    addresses: { stored: '', sent: '' },
  });
  const { schema } = tableFromIPC(writer.end());
  const rows = schema.fields.flatMap(({ name, type }) =>
    rowsOf(name, type).map(row => [...row, asker(row[0])].join(' | ').trim()),
  );
  const documented = [...DOC.matchAll(/^\| `([\w.[\]]+)` \| (\w[^|]*) \| ([^|]*)\|.*\|$/gm)].map(
    ([, name, type, by]) => [name, type, by?.trim()].join(' | ').trim(),
  );
  expect(documented).toEqual(rows);
  expect(DOC).toContain(`\`${schema.metadata?.get('tallyboard.format')}\``);
});

import { setNumberLocale } from '@tallyboard/ui/text/numbers.ts';
import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-', "'-"],
  ['@sum', "'@sum"],
  ['|x', "'|x"],
  ['%x', "'%x"],
  ['\tx', "'\tx"],
  [' =1+1', "' =1+1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\uff1d1', "'\uff1d1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b\u202e\uff0b1', "'\u200b\u202e\uff0b1"],
  ['\n@sum', '"\'\n@sum"'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=a,b', `"'=a,b"`],
  ['plain - text', 'plain - text'],
  [-12.5, '-12.5'],
  [0, '0'],
  [null, ''],
  [Number.NaN, ''],
])('writes %j as %s', (cell, text) => {
  expect(csvText({ columns: ['Name'], rows: [[cell]] })).toBe(`Name\r\n${text}\r\n`);
});

it.each([
  [{ delimiter: ';', decimal: ',' }, 'Name;Hours\r\n"a;b";-12,5\r\na,b;3\r\n'],
  [{ delimiter: '\t', decimal: '.' }, 'Name\tHours\r\na;b\t-12.5\r\na,b\t3\r\n'],
  // Cells stay apart where both are a comma.
  [{ delimiter: ',', decimal: ',' }, 'Name,Hours\r\na;b,"-12,5"\r\n"a,b",3\r\n'],
] as const)('writes %j', (format, text) => {
  const table = {
    columns: ['Name', 'Hours'],
    rows: [
      ['a;b', -12.5],
      ['a,b', 3],
    ],
  };
  expect(csvText(table, format)).toBe(text);
});

it('writes English numbers whatever the locale of the reader', () => {
  const table = { columns: ['Name', 'Hours'], rows: [['a', 4022.5]] };
  setNumberLocale('de-DE');
  const text = csvText(table);
  setNumberLocale('en');
  expect(text).toBe('Name,Hours\r\na,4022.5\r\n');
});

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

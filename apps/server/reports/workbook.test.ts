import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { workbook } from './workbook.ts';

test('a text that OOXML would read as an escape stays as it is', async () => {
  const text = 'a_x000D_=1+1_x005f_b_x00_';
  const fields = [{ name: 'name', type: 'text' }] as const;
  const table = { columns: [text], fields, keys: ['row:1'], rows: [[text]], hasTotal: false };
  const files = unzipSync(await buffer(workbook(table)));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const escaped = 'a_x005F_x000D_=1+1_x005F_x005f_b_x00_';
  expect(sheet.split(escaped)).toHaveLength(3);
});

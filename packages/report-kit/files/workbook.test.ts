import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type Sheet, workbook } from './workbook.ts';

async function partsOf(...sheets: readonly Sheet[]) {
  const files = unzipSync(await workbook(sheets));
  const part = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array());
  return {
    sheet: part('worksheets/sheet1'),
    strings: part('sharedStrings'),
    styles: part('styles'),
  };
}

test('a text that OOXML would read as an escape stays as it is', async () => {
  const text = 'a_x000D_=1+1_x005f_b_x00_';
  const { sheet, strings } = await partsOf({ name: 'Report', columns: [text], rows: [[text]] });
  const escaped = 'a_x005F_x000D_=1+1_x005F_x005f_b_x00_';
  expect(sheet + strings).toContain(escaped);
  expect(sheet).not.toContain('<f>');
});

test('durations, shares and days are numbers that spreadsheets format, empty cells are empty', async () => {
  const { sheet, styles } = await partsOf({
    name: 'Report',
    columns: ['Day', 'Logged', 'Share', 'Count'],
    fields: [
      { name: 'day', type: 'text' },
      { name: 'logged', type: 'number', unit: 'hours' },
      { name: 'share', type: 'number', unit: '%' },
      { name: 'count', type: 'number' },
    ],
    rows: [
      ['2026-03-01', 36, 82.35, 3],
      [null, null, null, null],
    ],
  });
  const row = sheet.match(/<row r="2".*?<\/row>/)?.[0] ?? '';
  const values = [...row.matchAll(/<v>(.*?)<\/v>/g)].map(([, value]) => Number(value));
  expect(values).toEqual([46_082, 1.5, 0.8235, 3]);
  for (const format of ['[h]:mm', '0.0%', 'yyyy-mm-dd']) expect(styles).toContain(format);
  expect(sheet).toContain('<autoFilter ref="A1:D3"');
  expect(sheet).toContain('ySplit="1"');
  expect(sheet.match(/<row r="3".*?<\/row>/)?.[0] ?? '').not.toContain('<v>');
});

test('days above a row of totals are days, and shares are percents', async () => {
  const { sheet, strings } = await partsOf({
    name: 'Report',
    columns: ['Week from', 'Progress'],
    fields: [
      { name: 'week', type: 'text' },
      { name: 'progress', type: 'number', unit: 'share' },
    ],
    hasTotal: true,
    rows: [
      ['2026-03-02', 0.25],
      ['Total', 0.5],
    ],
  });
  const values = (row: number) => {
    const xml = sheet.match(new RegExp(`<row r="${row}".*?</row>`))?.[0] ?? '';
    return [...xml.matchAll(/<c ([^>]*)><v>(.*?)<\/v>/g)].map(([, kind = '', value]) =>
      kind.includes('t="s"') ? 'text' : Number(value),
    );
  };
  expect([values(2), values(3)]).toEqual([
    [46_083, 0.25],
    ['text', 0.5],
  ]);
  expect(strings).toContain('Total');
});

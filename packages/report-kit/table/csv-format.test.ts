import type { ZoneId } from '@tallyboard/core/time/units.ts';
import { expect, it, vi } from 'vitest';
import { fileName } from './csv-file.ts';
import { csvFormat, keepCsvFormat } from './csv-format.ts';

it('follows the locale until the reader chooses', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  expect(csvFormat('en-US')).toEqual({ delimiter: ',', decimal: '.' });
  expect(csvFormat('de-DE')).toEqual({ delimiter: ';', decimal: ',' });
  expect(csvFormat('fr-FR')).toEqual({ delimiter: ';', decimal: ',' });
  // Writes 1\u066b5, which no spreadsheet reads: the list separator of Windows there is the semicolon.
  expect(csvFormat('ar-EG')).toEqual({ delimiter: ';', decimal: '.' });
  keepCsvFormat({ delimiter: '\t', decimal: '.' });
  expect(csvFormat('de-DE')).toEqual({ delimiter: '\t', decimal: '.' });
  kept.set('tallyboard.csv', '{"delimiter":"|"}');
  expect(csvFormat('de-DE')).toEqual({ delimiter: ';', decimal: ',' });
});

const CLOCK = { asOf: Date.UTC(2026, 10, 26, 12), zone: 'UTC' as ZoneId };

it('names files by report and day', () => {
  expect(fileName('Created and Resolved', CLOCK, 'csv')).toBe(
    'created-and-resolved-2026-11-26.csv',
  );
  expect(fileName('Zeit / Größe: "a"', CLOCK, 'csv')).toBe('zeit-größe-a-2026-11-26.csv');
});

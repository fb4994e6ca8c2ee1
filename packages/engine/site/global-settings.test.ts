import { SECTIONS } from '@tallyboard/reports/catalogue/reports.ts';
import { reportDefaults } from '@tallyboard/reports/catalogue/site-settings.ts';
import { overviewSettings } from '@tallyboard/reports/overview/settings.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseGlobalSettings } from './global-settings.ts';

const SECTION_KEYS = SECTIONS.map(({ key }) => key);

const CALENDAR = { timezone: 'Europe/Oslo', days: { Monday: ['09:00-12:00'], '--12-25': [] } };

describe('what is stored', () => {
  it('gives the defaults of the product where nothing is', () => {
    const settings = parseGlobalSettings(undefined);
    expect(settings).toMatchObject({
      dateFormat: 'MMM D, YYYY',
      weekStart: 1,
      calendar: null,
      doneRule: { kind: 'resolution-or-category' },
      issueActions: true,
      sections: { weeklySettings: {}, timeStatusSettings: {} },
    });
    expect(Object.values(settings.enabledReports)).toEqual(Array(21).fill(true));
    const overview = overviewSettings.parse(reportDefaults(settings, 'overview')).value;
    expect(overview).toEqual(overviewSettings.defaults);
  });

  it('may be an object of old, with more and less than we know', () => {
    const settings = parseGlobalSettings({
      enabledReports: { burn: false, velocity: 'false', unheard: true },
      commonSettings: { dateFormat: '  D.M.YYYY ', language: 'de', issueActions: 'false' },
      weeklySettings: { statusResolution: false },
      logjiraSettings: { firstDay: 6 },
      workingCalendar: { ...CALENDAR, comment: 'ours' },
      somethingElse: 7,
    });
    expect(settings.enabledReports).toMatchObject({ burn: false, velocity: false, stale: true });
    expect(settings).toMatchObject({
      dateFormat: 'D.M.YYYY',
      weekStart: 6,
      calendar: CALENDAR,
      issueActions: false,
    });
    expect(reportDefaults(settings, 'created-resolved')).toEqual({ statusResolution: false });
  });

  it('may be its JSON as text', () => {
    const text = JSON.stringify({ commonSettings: JSON.stringify({ dateFormat: 'YYYY' }) });
    expect(parseGlobalSettings(text).dateFormat).toBe('YYYY');
  });

  test.each([
    ['{"commonSettings":'],
    ['"{}"'],
    [[]],
    [7],
    [{ commonSettings: [], weeklySettings: 'x', enabledReports: null, workingCalendar: [] }],
    [{ commonSettings: { dateFormat: 'D'.repeat(101) }, logjiraSettings: { firstDay: {} } }],
    [{ workingCalendar: { timezone: 'Nowhere/Else', days: {} } }],
    [JSON.parse('{"__proto__":{"commonSettings":{"dateFormat":"x"}}}')],
  ])('%j is as if there were nothing', stored => {
    const { storedFields: _, ...settings } = parseGlobalSettings(stored);
    expect({ ...settings, sections: null }).toEqual({
      ...parseGlobalSettings(undefined),
      sections: null,
      storedFields: undefined,
    });
  });
});

test('never throws, and every section is an object', () => {
  const sections = fc.dictionary(
    fc.constantFrom(...SECTION_KEYS, 'enabledReports', 'commonSettings', 'workingCalendar'),
    fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything())),
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), sections), stored => {
      const settings = parseGlobalSettings(stored);
      for (const key of SECTION_KEYS) expect(settings.sections[key]).toBeTypeOf('object');
      expect(settings.dateFormat).not.toBe('');
    }),
    { numRuns: 200 },
  );
});

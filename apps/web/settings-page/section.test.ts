import { burnSettings } from '@tallyboard/reports/burn/settings.ts';
import { SECTIONS } from '@tallyboard/reports/catalogue/reports.ts';
import { overviewSettings } from '@tallyboard/reports/overview/settings.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  documentProblems,
  editSection,
  finished,
  readSection,
  resetSection,
  withKeys,
} from './section.ts';
import { loadSections } from './sections.ts';

const sections = await loadSections();

const SECTION_KEYS = SECTIONS.map(({ key }) => key);

describe('an edited section', () => {
  it('writes changed keys and leaves all others unchanged', () => {
    const document = {
      other: [1],
      burnSettings: { showSingleChart: 'nonsense', theirs: { a: 1 }, workingDays: 'unreadable' },
    };
    expect(editSection(document, 'burnSettings', burnSettings, { singleChart: true })).toEqual({
      other: [1],
      burnSettings: { showSingleChart: true, theirs: { a: 1 }, workingDays: 'unreadable' },
    });
  });

  it('has no settings of gadgets, so that the page keeps its own defaults', () => {
    const edited = editSection({}, 'weeklySettings', overviewSettings, { showStatusBars: false });
    expect(edited).toEqual({ weeklySettings: { showStatusBars: false } });
    expect(readSection(edited, 'weeklySettings', overviewSettings).showBreakdowns).toBe(true);
  });

  it('loses its own done rule with all its keys', () => {
    const document = {
      weeklySettings: { statusResolution: true, doneStatus: 'Shipped', showStatusBars: false },
    };
    const read = readSection(document, 'weeklySettings', overviewSettings);
    expect(read.done).toEqual({ kind: 'status', name: 'Shipped' });
    const other = editSection(document, 'weeklySettings', overviewSettings, { groupBy: null });
    expect(other).toEqual(document);
    expect(editSection(document, 'weeklySettings', overviewSettings, { done: null })).toEqual({
      weeklySettings: { showStatusBars: false },
    });
  });

  it('goes back to its defaults without losing unknown keys', () => {
    const document = {
      burnSettings: { showSingleChart: true, theirs: 1 },
      ageSettings: { date: 'week' },
    };
    expect(resetSection(document, 'burnSettings', sections)).toMatchObject({
      burnSettings: { theirs: 1 },
    });
    expect(resetSection(document, 'ageSettings', sections)).not.toHaveProperty('ageSettings');
  });
});

test('every section has its report and is read back as written', () => {
  for (const { key: section, schema } of sections) {
    const stored = JSON.parse(JSON.stringify({ [section]: schema.serialize(schema.defaults) }));
    expect(schema.parse(stored[section]).value).toEqual(schema.defaults);
    expect(documentProblems(stored, {}, sections)).toEqual([]);
  }
});

describe('problems', () => {
  it('distinguish typed from stored values', () => {
    const base = { velocitySettings: { sprintCount: 'many', interval: 7 } };
    const typed = withKeys(base, 'velocitySettings', { interval: 8 });
    expect(documentProblems(typed, base, sections)).toMatchObject([
      { section: 'velocitySettings', key: 'sprintCount', typed: false },
      { section: 'velocitySettings', key: 'interval', typed: true },
    ]);
  });

  test.each([
    ['', /Enter a date format/],
    ['   ', /Enter a date format/],
    ['[today]', /same text for every day/],
    ['HH:mm', /same text for every day/],
    ['D'.repeat(101), /at most 100/],
    [7, /Enter a date format/],
    ['YYYY', null],
    [' D.M. ', null],
  ])('date format %j: %s', (dateFormat, text) => {
    const [problem] = documentProblems({ commonSettings: { dateFormat } }, {}, sections);
    if (text === null) expect(problem).toBeUndefined();
    else expect(problem?.text).toMatch(text);
  });

  test.each([0, 1001, 1.5, '', 'x'])(
    'number of sprints %j is refused in plain words',
    sprintCount => {
      expect(documentProblems({ velocitySettings: { sprintCount } }, {}, sections)).toEqual([
        {
          section: 'velocitySettings',
          key: 'sprintCount',
          text: 'Enter a whole number from 1 to 1000.',
          typed: true,
        },
      ]);
    },
  );

  it('of a calendar are those of the text that was typed', () => {
    const typed = { workingCalendar: { text: '{"timezone":"UTC","days":{"Monday":["9-5"]}}' } };
    expect(documentProblems(typed, {}, sections)[0]?.text).toContain('Monday');
  });

  it('never throw', () => {
    const keys = fc.constantFrom(...SECTION_KEYS, 'commonSettings', 'workingCalendar');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.anything()), document => {
        documentProblems(document, {}, sections);
        finished(document);
      }),
      { numRuns: 200 },
    );
  });
});

test('texts are stored trimmed', () => {
  expect(finished({ commonSettings: { dateFormat: ' D ', a: 1 } })).toEqual({
    commonSettings: { dateFormat: 'D', a: 1 },
  });
});

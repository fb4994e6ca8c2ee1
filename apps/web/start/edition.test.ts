import { DAY } from '@tallyboard/core/time/units.ts';
import { firstTrialEnd } from '@tallyboard/engine/site/trial.ts';
import { expect, test } from 'vitest';
import {
  allowsEpics,
  allowsReport,
  canDisableStandard,
  editionAt,
  promotesStandard,
} from './edition.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const STANDARD = editionAt({ edition: 'standard' }, null, NOW);
const LITE = editionAt({ edition: 'lite' }, null, NOW);
const TRIAL = editionAt({ edition: 'lite' }, firstTrialEnd(NOW), NOW);

test.each([
  ['Standard', STANDARD, { report: true, epics: true, promotes: false, disable: false }],
  ['Lite', LITE, { report: false, epics: false, promotes: true, disable: false }],
  ['Lite in its trial', TRIAL, { report: true, epics: true, promotes: true, disable: true }],
])('%s', (_, edition, allowed) => {
  expect(allowsReport(edition, 'overview')).toBe(true);
  expect(allowsReport(edition, 'burn')).toBe(allowed.report);
  expect(allowsEpics(edition)).toBe(allowed.epics);
  expect(promotesStandard(edition, 'burn')).toBe(allowed.promotes);
  expect(promotesStandard(edition, 'age')).toBe(false);
  expect(canDisableStandard(edition)).toBe(allowed.disable);
});

test.each([
  ['the whole trial', 30 * DAY, 30, false],
  ['a moment of the eighth day', 7 * DAY + 1, 8, false],
  ['seven days', 7 * DAY, 7, true],
  ['the last millisecond', 1, 1, true],
])('%s is left', (_, left, daysLeft, urgent) => {
  expect(editionAt({ edition: 'lite' }, NOW + left, NOW).trial).toEqual({
    end: NOW + left,
    daysLeft,
    urgent,
  });
});

test.each([0, -1, -400 * DAY])('the trial is over %i ms after its end', left => {
  expect(editionAt({ edition: 'lite' }, NOW + left, NOW).standardFeatures).toBe(false);
});

test('Standard knows no trial, whatever is stored', () => {
  expect(editionAt({ edition: 'standard' }, NOW - DAY, NOW)).toEqual(STANDARD);
});

import { expect, test } from 'vitest';
import { changedSettings } from './changed-settings.ts';

test('only changed settings are in a link, so that the others follow the shared settings', () => {
  const shared = { version: 1, days: [true, false], sorting: 4, from: null };
  expect(changedSettings(shared, { ...shared, days: [true, true], until: 5 })).toEqual({
    days: [true, true],
    until: 5,
  });
  expect(changedSettings(shared, { ...shared })).toEqual({});
});

import { createJiraClient } from '@tallyboard/jira/client.ts';
import { describe, expect, it, test, vi } from 'vitest';
import { createFakeSettings } from '../testing/fake-settings.ts';
import { fetchTrialEnd, parseTrialEnd, serializeTrialEnd } from './trial.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const LITE = { edition: 'lite' } as const;

function clientOf(stored: Readonly<Record<string, unknown>> = {}) {
  const jira = createFakeSettings(stored);
  return { jira, client: createJiraClient({ flavour: 'cloud', request: jira.request }) };
}

test('the trial begins with the first use, once', async () => {
  const { jira, client } = clientOf();
  const end = await fetchTrialEnd(client, LITE, NOW);
  expect(end).toBe(Date.parse('2026-04-09T12:00:00Z'));
  expect(await fetchTrialEnd(client, LITE, NOW + 1e9)).toBe(end);
  expect(jira.written).toEqual([['ted', '2026-04-09T12:00:00.000Z']]);
});

test('an end that nobody can read ends it, and stays', async () => {
  const { jira, client } = clientOf({ ted: 'some day' });
  expect(await fetchTrialEnd(client, LITE, NOW)).toBeNull();
  expect(jira.written).toEqual([]);
});

test('Standard asks and stores nothing', async () => {
  const { jira, client } = clientOf({ ted: '2020-01-01' });
  expect(await fetchTrialEnd(client, { edition: 'standard' }, NOW)).toBeNull();
  expect(jira.asked).toEqual([]);
});

test('a reader who may not write still has the trial; the log says why', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { jira, client } = clientOf();
  jira.before = ({ method }) =>
    method === 'PUT' ? { status: 403, headers: {}, body: '{}' } : null;
  expect(await fetchTrialEnd(client, LITE, NOW)).toBe(Date.parse('2026-04-09T12:00:00Z'));
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

describe('the stored end of the trial', () => {
  it('reads back', () => {
    expect(parseTrialEnd(serializeTrialEnd(NOW))).toBe(NOW);
  });

  test.each([
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    [NOW, NOW],
    [String(NOW), NOW],
    ['2026-03-10', Date.parse('2026-03-10T00:00:00Z')],
    ['next year', null],
    [{ date: NOW }, null],
    [[], null],
    [true, null],
    [0.5, null],
    [Number.NaN, null],
    [1e300, null],
    ['9'.repeat(400), null],
  ])('%j is %s', (stored, end) => {
    expect(parseTrialEnd(stored)).toBe(end);
  });
});

import { describe, expect, it } from 'vitest';
import { readSetting, type SettingLocation, writeSetting } from './settings.ts';

function place(isAdmin: () => Promise<boolean> = async () => true) {
  const kept = new Map<string, unknown>();
  const store: SettingLocation['store'] = {
    get: async key => structuredClone(kept.get(key)),
    set: async (key, value) => void kept.set(key, structuredClone(value)),
  };
  return { kept, place: { store, isAdmin } };
}

describe('shared settings', () => {
  it('are returned as they were stored', async () => {
    const { place: here } = place();
    const value = { commonSettings: { dateFormat: 'D. MMM' }, revision: 3 };
    expect(await readSetting(here, { key: 'global-settings' })).toMatchObject({ status: 404 });
    const stored = await writeSetting(here, { key: 'global-settings', value });
    expect(stored).toEqual({ status: 200, body: { key: 'global-settings' } });
    expect(await readSetting(here, { key: 'global-settings' })).toEqual({
      status: 200,
      body: { key: 'global-settings', value },
    });
    expect(await readSetting(here, { key: 'enabled-fields' })).toMatchObject({ status: 404 });
  });

  it('are stored by administrators only', async () => {
    const { kept, place: here } = place(async () => false);
    expect(await writeSetting(here, { key: 'global-settings', value: {} })).toMatchObject({
      status: 403,
    });
    expect(kept.size).toBe(0);
  });

  it('are not stored if Jira does not answer the permission check', async () => {
    const { kept, place: here } = place(() => Promise.reject(new Error('Jira is away')));
    const writing = writeSetting(here, { key: 'global-settings', value: {} });
    await expect(writing).rejects.toThrow('Jira is away');
    expect(kept.size).toBe(0);
  });

  const deep = () => {
    let value: unknown = 1;
    for (let level = 0; level < 31; level++) value = [value];
    return value;
  };
  it.each([
    ['no payload', undefined],
    ['another key', { key: 'ted', value: {} }],
    ['a key of objects', { key: '__proto__', value: {} }],
    ['a list for a key', { key: ['global-settings'], value: {} }],
    ['no value', { key: 'global-settings' }],
    ['null', { key: 'global-settings', value: null }],
    ['a function', { key: 'global-settings', value: () => 1 }],
    ['too long a value', { key: 'global-settings', value: 'x'.repeat(32_767) }],
    ['too deep a value', { key: 'global-settings', value: deep() }],
  ])('refuse %s', async (_, payload) => {
    const { kept, place: here } = place();
    expect(await writeSetting(here, payload)).toMatchObject({ status: 400 });
    expect(kept.size).toBe(0);
  });

  it('accept the longest value', async () => {
    const { place: here } = place();
    const value = 'x'.repeat(32_766);
    expect(await writeSetting(here, { key: 'enabled-fields', value })).toMatchObject({
      status: 200,
    });
  });
});

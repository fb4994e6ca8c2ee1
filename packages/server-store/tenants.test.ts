import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { expect, test } from 'vitest';
import { openServerStoreOn } from './store.ts';
import type { Tenant } from './tenants.ts';

const tenant = (clientKey: string, secret = 's'): Tenant => ({
  appKey: 'app',
  clientKey,
  baseUrl: 'https://acme.atlassian.net',
  secret,
  installedMs: 1000,
});

onEngines('tenants', openServerStoreOn, open => {
  test('one tenant is stored per app and site, with its newest secret', async () => {
    const { tenants } = await open();
    await tenants.install(tenant('a'));
    await tenants.install(tenant('a', 'newer'));
    await tenants.install({ ...tenant('a', 'lite'), appKey: 'app-lite' });
    expect(await tenants.get('app', 'a')).toEqual(tenant('a', 'newer'));
    expect(await tenants.get('app', 'b')).toBeNull();
    expect(await tenants.uninstall('app', 'a')).toBe(true);
    expect(await tenants.uninstall('app', 'a')).toBe(false);
    expect(await tenants.get('app', 'a')).toBeNull();
    expect(await tenants.get('app-lite', 'a')).toMatchObject({ secret: 'lite' });
  });

  test('a token is used once until it expires, also by concurrent calls', async () => {
    const { tenants } = await open();
    const asked = Array.from({ length: 5 }, () => tenants.useToken('t', 2000, 1000));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
    expect(await tenants.useToken('t', 2000, 2000)).toBe(false);
    expect(await tenants.useToken('t', 9000, 2001)).toBe(true);
  });
});

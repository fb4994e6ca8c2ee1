import type { Store } from '@tallyboard/server-store/store.ts';
import { decrypt, type EncryptedText, encrypt } from '@tallyboard/service-kit/site/secret-key.ts';

/** An installed site and its shared secret. */
export interface SiteSecret {
  readonly clientKey: string;
  readonly baseUrl: string;
  readonly secret: string;
}

/** Shared secrets, encrypted in the store. */
export function tenantSecrets({ tenants }: Pick<Store, 'tenants'>, key: Buffer) {
  const purposeOf = (appKey: string, clientKey: string) => `secret of ${clientKey} for ${appKey}`;
  return {
    async save(appKey: string, site: SiteSecret, nowMs: number): Promise<void> {
      const { clientKey, baseUrl } = site;
      const sealed = encrypt(key, site.secret, purposeOf(appKey, clientKey));
      const secret = JSON.stringify(sealed);
      await tenants.install({ appKey, clientKey, baseUrl, secret, installedMs: nowMs });
    },
    /** Null for an unknown site, or one whose secret was encrypted with another key. */
    async load(appKey: string, clientKey: string): Promise<SiteSecret | null> {
      const tenant = await tenants.get(appKey, clientKey);
      if (!tenant) return null;
      const sealed: EncryptedText = JSON.parse(tenant.secret);
      const secret = decrypt(key, sealed, purposeOf(appKey, clientKey));
      return secret === null ? null : { clientKey, baseUrl: tenant.baseUrl, secret };
    },
    remove: (appKey: string, clientKey: string) => tenants.uninstall(appKey, clientKey),
  };
}

export type TenantSecrets = ReturnType<typeof tenantSecrets>;

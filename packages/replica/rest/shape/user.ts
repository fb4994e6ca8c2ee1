import type { ReplicaFlavour } from '../api.ts';
import { avatarUrls } from '../pictures.ts';

/** By account on Cloud, by name and key on Data Center. */
export function shapeUser(
  document: Record<string, unknown>,
  base: string,
  flavour: ReplicaFlavour,
): Record<string, unknown> {
  const accountId = String(document.accountId);
  const displayName = String(document.displayName ?? accountId);
  const shared = {
    emailAddress: document.emailAddress || undefined,
    avatarUrls: avatarUrls(base, 'user', accountId, displayName),
    displayName,
    active: document.active !== false,
    timeZone: document.timeZone || undefined,
  };
  if (flavour === 'cloud') {
    return {
      self: `${base}/rest/api/3/user?accountId=${encodeURIComponent(accountId)}`,
      accountId,
      accountType: document.accountType ?? 'atlassian',
      ...shared,
    };
  }
  const name = userName(document);
  return {
    self: `${base}/rest/api/2/user?username=${encodeURIComponent(name)}`,
    name,
    key: userKey(document),
    ...shared,
  };
}

export const userName = (document: Record<string, unknown>): string =>
  String(document.name ?? document.accountId);

export const userKey = (document: Record<string, unknown>): string =>
  String(document.key ?? document.name ?? document.accountId);

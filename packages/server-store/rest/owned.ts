/** What dashboards and saved reports have in common: a name, an owner and shares. */
import type { Dashboard, Share } from '@tallyboard/replica/data/dashboards/dashboard.ts';
import type { JsonObject } from '@tallyboard/replica/data/shapes.ts';
import type { Call } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { checkMayShare, mayEdit, mayManage } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { AccountStore } from '../accounts.ts';

const MAX_TEXT = 255;

/** Names of the owner and of shares, and what the caller may do. */
export const ownedShaper =
  (accounts: AccountStore) => async (call: Call, owned: Pick<Dashboard, 'ownerId' | 'shares'>) => {
    const { ownerId, shares } = owned;
    const nameOf = async (account: string) => {
      if (account === call.caller.account) return call.caller.user?.displayName ?? account;
      return ((await accounts.get(account)) ?? call.find('user', account))?.name ?? null;
    };
    const labelOf = async ({ kind, name }: Share) => (kind === 'account' ? nameOf(name) : name);
    return {
      owner: ownerId === null ? null : await nameOf(ownerId),
      mine: ownerId !== null && ownerId === call.caller.account,
      editable: mayEdit(call, owned),
      manageable: mayManage(call, owned),
      shares: await Promise.all(
        shares.map(async share => ({ ...share, label: await labelOf(share) })),
      ),
    };
  };

const SHARE_KINDS = ['everyone', 'account', 'group'] as const;
const MAX_SHARES = 100;

export function readShares(call: Call, value: unknown): readonly Share[] {
  if (!Array.isArray(value) || value.length > MAX_SHARES)
    return refuse('The shares are not a list.');
  if (value.length > 0) checkMayShare(call);
  return value.map(each => {
    const { kind, name, edit } = Object(each) as JsonObject;
    const known = SHARE_KINDS.find(one => one === kind) ?? refuse('There is no such share.');
    const target = known === 'everyone' ? '' : readText(name, 'name');
    const { groups, role } = call.caller;
    if (known === 'group' && role !== 'admin' && !groups.includes(target))
      refuse(`You are not in the group '${target}'.`);
    return { kind: known, name: target, edit: edit === true };
  });
}

export function readText(value: unknown, name: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return refuse(`The ${name} is missing.`);
  if (text.length > MAX_TEXT) refuse(`The ${name} is longer than ${MAX_TEXT} characters.`);
  return text;
}

export function refuse(message: string): never {
  throw new JiraError(400, message);
}

import type { AccountChoice } from '@tallyboard/core/measure/accounts.ts';
import { words } from './codec.ts';
import { FORM_AND_PAGE } from './common-settings.ts';

const ACCOUNTS = words({
  all: 'All accounts',
  people: 'People',
  agents: 'Agents and apps',
  customers: 'Customers',
  'without-agents': 'All but agents and apps',
} satisfies Record<AccountChoice, string>);

/** Whose work counts, by the type of account that Jira Cloud gives. */
export const accountSetting = (label: string) =>
  ({ ...FORM_AND_PAGE, codec: ACCOUNTS, default: 'all', label }) as const;

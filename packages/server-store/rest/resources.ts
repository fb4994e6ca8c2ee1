import type { Resource } from '@tallyboard/replica/rest/api.ts';
import type { AccountStore } from '../accounts.ts';
import { appSettings } from './app-settings.ts';
import { dashboards } from './dashboards.ts';

/** What the server adds to the replica's REST API. */
export const serverResources = (accounts: AccountStore): readonly Resource[] => [
  dashboards(accounts),
  appSettings,
];

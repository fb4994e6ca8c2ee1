import type { Resource } from '@tallyboard/replica/rest/api.ts';
import { appSettings } from './app-settings.ts';
import { dashboards } from './dashboards.ts';

/** What the server adds to the replica's REST API. */
export const SERVER_RESOURCES: readonly Resource[] = [dashboards, appSettings];

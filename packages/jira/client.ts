import type { Flavour } from './flavour.ts';
import { createTransport, type Transport, type TransportSettings } from './transport.ts';

/** The first argument of every endpoint. */
export interface JiraClient extends Transport {
  readonly flavour: Flavour;
  /** Key of the app's settings in the host. */
  readonly addonKey: string;
}

export interface JiraClientSettings extends TransportSettings {
  readonly flavour: Flavour;
  readonly addonKey?: string;
}

/** A client over a host's request function. Endpoints are functions that take it: fetchBoards(client, ...). */
export function createJiraClient(settings: JiraClientSettings): JiraClient {
  return {
    flavour: settings.flavour,
    addonKey: settings.addonKey ?? 'tallyboard',
    ...createTransport(settings),
  };
}

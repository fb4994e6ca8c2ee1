import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import type { Flavour } from './flavour.ts';
import { createTransport, type Transport, type TransportSettings } from './transport.ts';

/** The first argument of every endpoint. */
export interface JiraClient extends Pick<Transport, 'send'> {
  readonly flavour: Flavour;
  /** Key of the app's settings in the host. */
  readonly addonKey: string;
  /**
   * The host is the replica: it names the histories and worklogs that it has not received, so that an empty list of it is empty,
   * and has JQL functions that Jira lacks.
   */
  readonly isReplica?: boolean;
  /** The same client for calls that only read, whose replies may be this old where earlier ones are kept. */
  readonly reusing: (maxAge: Milliseconds) => JiraClient;
}

/** With calls of our own server, whose replies are more than JSON. */
export interface HostClient extends JiraClient, Transport {}

/** Fields, statuses and boards change rarely (JIRA.md 4.2). */
export const METADATA_MS = 600_000;
/** Calls for one report, and reports of one page, follow each other within this time. */
export const BURST_MS = 10_000;

export interface JiraClientSettings extends TransportSettings {
  readonly flavour: Flavour;
  readonly addonKey?: string;
  readonly isReplica?: boolean;
}

/** A client over a host's request function. Endpoints are functions that take it: fetchBoards(client, ...). */
export function createJiraClient(settings: JiraClientSettings): HostClient {
  const client: HostClient = {
    flavour: settings.flavour,
    addonKey: settings.addonKey ?? 'tallyboard',
    isReplica: settings.isReplica ?? false,
    ...createTransport(settings),
    reusing: () => client,
  };
  return client;
}

import type { Host } from '@tallyboard/hosts/host.ts';
import type { Route } from '../router/routes.ts';

/** A host that answers, and what of the app it shows. */
export interface OpenedMode {
  readonly host: Host;
  /** The one screen of a mode without a router; null: the address chooses. */
  readonly route: Route | null;
}

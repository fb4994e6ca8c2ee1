import type { Store } from '../store/store.ts';
import {
  createApi,
  type ReplicaContext,
  type ReplicaFlavour,
  type Resource,
  type Routable,
  type View,
} from './api.ts';
import { isLocal } from './caller.ts';
import * as jiraResources from './resources.ts';

export interface JiraApiSettings {
  store: Store;
  flavour?: ReplicaFlavour;
  /** The clock; tests fix it. */
  now?: () => number;
  /** Whether a call may name the user it is made as, for demos and tests (by default). */
  actAs?: () => boolean;
  /** By default what the site's permission schemes grant. */
  view?: View;
  /** Answers queries without a restriction, for calls of this process; by default not, as Cloud. */
  allowsUnbounded?: boolean;
  /** Further resources on the same API. */
  resources?: readonly Resource[];
}

/** Registers the routes of Jira's REST API over a store. */
export function registerJiraApi(app: Routable, settings: JiraApiSettings): ReplicaContext {
  const { store, flavour = 'cloud', now = Date.now, resources = [] } = settings;
  const granted: View = async ({ userId }) => {
    // A mirror holds what its account may see.
    const isMirror = (await store.mirror.state()) !== null;
    const seesAll = isMirror || isLocal({ userId });
    return { store: seesAll ? store : store.as(userId), why: null };
  };
  const { actAs = () => true, view = granted, allowsUnbounded = false } = settings;
  const context = { store, flavour, now, actAs, view, allowsUnbounded };
  const api = createApi(app, context);
  for (const resource of [...Object.values(jiraResources), ...resources]) resource(api);
  return context;
}

/// <reference lib="webworker" />

import { createSharedSessions } from '@tallyboard/engine/session/shared-sessions.ts';
import { createHub } from '@tallyboard/engine/worker/hub.ts';
import { setLocaleOf } from '../start/locale-of.ts';
import { openCache } from './open-cache.ts';

declare const self: SharedWorkerGlobalScope;

const now = () => Date.now();
const connect = createHub({
  sessions: createSharedSessions({ now, cache: openCache(), shared: true }),
  locks: navigator.locks,
  now,
  name: crypto.randomUUID(),
  onSite: setLocaleOf,
});

self.onconnect = ({ ports: [port] }) => {
  if (port) connect(port);
};

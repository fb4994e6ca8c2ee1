/// <reference lib="webworker" />

import { createRooms } from '@tallyboard/engine/session/shared-sessions.ts';
import { createHub } from '@tallyboard/engine/worker/hub.ts';
import { openCache } from './open-cache.ts';

declare const self: SharedWorkerGlobalScope;

const now = () => Date.now();
const connect = createHub({
  rooms: createRooms({ now, cache: openCache(), shared: true }),
  locks: navigator.locks,
  now,
  name: crypto.randomUUID(),
});

self.onconnect = ({ ports: [port] }) => {
  if (port) connect(port);
};

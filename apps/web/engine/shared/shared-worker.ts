/// <reference lib="webworker" />
import { openCache } from '../cache/open-cache.ts';
import { createHub } from './hub.ts';
import { createRooms } from './rooms.ts';

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

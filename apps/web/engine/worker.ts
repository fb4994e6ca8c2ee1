/// <reference lib="webworker" />

import { createEngine } from '@tallyboard/engine/engine.ts';
import { type Message, serveEngine } from '@tallyboard/engine/worker/rpc.ts';
import { setLocaleOf } from '../start/locale-of.ts';
import { openCache } from './open-cache.ts';

const cache = openCache();
const { receive } = serveEngine(
  message => self.postMessage(message),
  request => createEngine({ request, now: () => Date.now(), cache, onSite: setLocaleOf }),
);

self.onmessage = (event: MessageEvent<Message>) => receive(event.data);

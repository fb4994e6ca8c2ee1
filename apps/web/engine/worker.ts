/// <reference lib="webworker" />
import { openCache } from './cache/open-cache.ts';
import { createEngine } from './engine.ts';
import type { ToWorker } from './protocol.ts';
import { serveEngine } from './serve-engine.ts';

const cache = openCache();
const receive = serveEngine({ postMessage: message => self.postMessage(message) }, request =>
  createEngine({ request, now: () => Date.now(), cache }),
);

self.onmessage = (event: MessageEvent<ToWorker>) => receive(event.data);

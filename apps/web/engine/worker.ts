/// <reference lib="webworker" />

import { createEngine } from '@tallyboard/engine/engine.ts';
import type { ToWorker } from '@tallyboard/engine/worker/messages.ts';
import { serveEngine } from '@tallyboard/engine/worker/serve-engine.ts';
import { openCache } from './open-cache.ts';

const cache = openCache();
const receive = serveEngine({ postMessage: message => self.postMessage(message) }, request =>
  createEngine({ request, now: () => Date.now(), cache }),
);

self.onmessage = (event: MessageEvent<ToWorker>) => receive(event.data);

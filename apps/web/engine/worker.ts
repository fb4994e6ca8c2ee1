/// <reference lib="webworker" />
import { createEngine } from './engine.ts';
import type { ToWorker } from './protocol.ts';
import { serveEngine } from './serve-engine.ts';

const receive = serveEngine({ postMessage: message => self.postMessage(message) }, request =>
  createEngine({ request, now: () => Date.now() }),
);

self.onmessage = (event: MessageEvent<ToWorker>) => receive(event.data);

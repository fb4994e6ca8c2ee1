/**
 * The engine that all frames of a page share, each through a port. Nothing tells a shared worker that a frame was closed,
 * nor a frame that the worker ended. So each side holds a lock for as long as it lives, and the other one waits for it.
 */
import type { Instant } from '@tallyboard/core/time/units.ts';
import { createEngine } from '../engine.ts';
import type { SharedSessions } from '../session/shared-sessions.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { serveEngine } from './serve-engine.ts';

/** What each side says first: the name of the lock that it holds. */
export interface Greeting {
  readonly kind: 'lives';
  readonly lock: string;
}

/** The part of a MessagePort that is used. */
export interface HubPort {
  onmessage: ((event: MessageEvent<ToWorker | Greeting>) => void) | null;
  postMessage(message: FromWorker | Greeting): void;
  close(): void;
}

export interface HubSettings {
  readonly sessions: SharedSessions;
  readonly locks: LockManager;
  readonly now: () => Instant;
  /** Names this worker. */
  readonly name: string;
}

/** Returns the function that takes the port of each frame. */
export function createHub({ sessions, locks, now, name }: HubSettings): (port: HubPort) => void {
  const lock = `tallyboard engine ${name}`;
  const held = new Promise<void>(resolve => {
    void locks.request(lock, () => {
      resolve();
      return new Promise(() => {});
    });
  });

  return port => {
    const engines: { leave(): void }[] = [];
    const receive = serveEngine({ postMessage: message => port.postMessage(message) }, request => {
      const engine = createEngine({ request, now, sessions });
      engines.push(engine);
      return engine;
    });
    const leave = () => {
      for (const engine of engines) engine.leave();
      receive({ kind: 'leave' });
      port.close();
    };
    port.onmessage = ({ data }) => {
      if (data.kind === 'lives') void locks.request(data.lock, leave);
      else receive(data);
    };
    void held.then(() => port.postMessage({ kind: 'lives', lock }));
  };
}

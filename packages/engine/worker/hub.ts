/**
 * The shared worker's end: an engine for each frame, over shared sessions. There is no event for a closed frame or a
 * terminated shared worker, so each side holds a Web Lock while it is alive, and the other side waits for that lock.
 */
import type { Instant } from '@tallyboard/core/time/units.ts';
import { createEngine, type EngineSettings, type LocalEngine } from '../engine.ts';
import type { SharedSessions } from '../session/shared-sessions.ts';
import { type Message, serveEngine } from './rpc.ts';

/** The first message of each side: the name of its lock. */
export interface Greeting {
  readonly kind: 'lives';
  readonly lock: string;
}

/** The part of a MessagePort that is used. */
export interface HubPort {
  onmessage: ((event: MessageEvent<Message | Greeting>) => void) | null;
  postMessage(message: Message | Greeting, transfer?: Transferable[]): void;
  close(): void;
}

export interface HubSettings {
  readonly sessions: SharedSessions;
  readonly locks: LockManager;
  readonly now: () => Instant;
  readonly onSite?: EngineSettings['onSite'];
  /** Names this worker. */
  readonly name: string;
}

/** Returns the handler of each frame's port. */
export function createHub({
  sessions,
  locks,
  now,
  name,
  onSite,
}: HubSettings): (port: HubPort) => void {
  const lock = `tallyboard engine ${name}`;
  const held = new Promise<void>(resolve => {
    void locks.request(lock, () => {
      resolve();
      return new Promise(() => {});
    });
  });

  return port => {
    let engine: LocalEngine | null = null;
    const end = serveEngine(
      message => port.postMessage(message),
      request => {
        engine = createEngine({ request, now, sessions, onSite });
        return engine;
      },
    );
    const leave = () => {
      engine?.leave();
      end.leave();
      port.close();
    };
    port.onmessage = ({ data }) => {
      if (data.kind === 'lives') void locks.request(data.lock, leave);
      else end.receive(data);
    };
    void held.then(() => port.postMessage({ kind: 'lives', lock }));
  };
}

import { LATE_MS } from '../bridge/await-bridge.ts';
import { listeners } from '../bridge/listeners.ts';
import type { ColorMode, Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';
import { versionedRequest } from '../standalone/versioned-request.ts';
import {
  type FrameState,
  type FromFrame,
  readMessage,
  type ToFrame,
  writeMessage,
} from './protocol.ts';

export interface FrameWindow {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly location: Pick<Location, 'origin'>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface FramedSettings {
  readonly frame: FrameWindow;
  readonly search: string;
  readonly known?: Partial<HostInfo>;
  readonly request: Host['request'];
}

const MISSING = 'The dashboard of this gadget does not answer.';

/** Without an answer to 'ready' the gadget runs standalone. */
const TIMEOUT_MS = 2000;

/**
 * The host of a gadget framed by our dashboard item. Requests go to the server directly; the dashboard's decisions come
 * over the bridge. Null when no dashboard answers.
 */
export async function openFramedHost(
  settings: FramedSettings & {
    readonly timeoutMs?: number;
    /** Called once when the dashboard has not answered in time. */
    readonly onLate?: ((advice: string) => void) | undefined;
  },
): Promise<Host | null> {
  const bridge = openBridge(settings.frame);
  const late = setTimeout(() => settings.onLate?.(MISSING), LATE_MS);
  const host = await new Promise<Host | null>(resolve => {
    const timer = setTimeout(() => resolve(null), settings.timeoutMs ?? TIMEOUT_MS);
    bridge.listen(message => {
      if (message.kind !== 'welcome') return;
      clearTimeout(timer);
      // Synchronously: the next message may be on its way.
      resolve(createFramedHost(settings, message.state));
    });
    bridge.post({ kind: 'ready' });
  });
  clearTimeout(late);
  bridge.close();
  return host;
}

/** The host, after the dashboard's 'welcome'. */
export function createFramedHost(settings: FramedSettings, state: FrameState): Host {
  const { search, known, frame } = settings;
  const bridge = openBridge(frame);
  const info = parseHostInfo(search, {
    licensed: true,
    standalone: false,
    flavour: state.flavour,
    edition: state.edition,
    editable: state.editable,
    wallboard: state.wallboard,
    ...known,
  });
  const onStored = (key: string) => bridge.post({ kind: 'saved', key });
  const request = versionedRequest(settings.request, onStored);
  const frameless = createFramelessHost(info, request);
  const edits = listeners();
  const colors = listeners<ColorMode>();
  let { colorMode } = state;
  bridge.listen(message => {
    if (message.kind === 'edit') edits.fire();
    if (message.kind === 'color-mode') {
      colorMode = message.colorMode;
      colors.fire(colorMode);
    }
  });
  let told = -1;
  return {
    ...frameless,
    gadgetSettings: keptSettings(state, settings => bridge.post({ kind: 'keep', settings })),
    async setTitle(title) {
      // A dashboard that stores the settings stores the title too.
      if (state.settings === undefined) await frameless.setTitle(title);
      bridge.post({ kind: 'title', title });
    },
    onEdit: edits.listen,
    onColorMode(listener) {
      listener(colorMode);
      return colors.listen(listener);
    },
    closeEdit: () => bridge.post({ kind: 'edit-closed' }),
    resize(next) {
      const height = Math.ceil(next);
      if (height === told) return;
      told = height;
      bridge.post({ kind: 'resize', height });
    },
  };
}

/** Settings that the dashboard stores, as text; null where they are item properties. */
function keptSettings(
  { settings: kept }: FrameState,
  keep: (settings: string) => void,
): Host['gadgetSettings'] {
  if (kept === undefined) return null;
  let text = kept;
  return {
    read: async () => (text === '' ? undefined : JSON.parse(text)),
    async save(value) {
      text = JSON.stringify(value);
      keep(text);
    },
  };
}

function openBridge(frame: FrameWindow) {
  const { origin } = frame.location;
  const stops: (() => void)[] = [];
  return {
    post: (message: FromFrame) => frame.parent.postMessage(writeMessage(message), origin),
    listen(listener: (message: ToFrame) => void) {
      const onMessage = (event: MessageEvent) => {
        // Only from the dashboard, in our own origin: other windows can post messages too.
        if (event.origin !== origin || event.source !== frame.parent) return;
        const message = readMessage<ToFrame>(event.data);
        if (message) listener(message);
      };
      frame.addEventListener('message', onMessage);
      stops.push(() => frame.removeEventListener('message', onMessage));
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

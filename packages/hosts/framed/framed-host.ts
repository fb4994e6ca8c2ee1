import { listeners } from '../bridge/listeners.ts';
import { fetchDataAge } from '../data-age.ts';
import type { ColorMode, Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest } from '../standalone/fetch-request.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';
import {
  type FrameState,
  type FromFrame,
  parseToFrame,
  type ToFrame,
  writeMessage,
} from './protocol.ts';
import { versionedFetch } from './versioned-fetch.ts';

/** The part of a window that the bridge needs. */
export interface FrameWindow {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly location: Pick<Location, 'origin'>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface FramedSettings {
  /** The frame's own window. */
  readonly frame: FrameWindow;
  /** The query of the frame's address. */
  readonly search: string;
  readonly known?: Partial<HostInfo>;
  /** The server holds a copy of a Jira and can say how old it is. */
  readonly mirrored?: boolean;
  readonly fetch?: typeof fetch;
  /** How requests go out; by default to the server that the page came from, which is ours. */
  readonly requestBy?: (ask: typeof fetch) => Host['request'];
}

/** How long a page may take to answer 'ready' before the gadget takes itself for a page of its own. */
const TIMEOUT_MS = 2000;

/**
 * The host of a gadget in a frame of our own dashboard page. Requests go straight to the server, which is of the same
 * origin; what a dashboard decides comes over the bridge. Null when no dashboard answers.
 */
export async function openFramedHost(
  settings: FramedSettings & { readonly timeoutMs?: number },
): Promise<Host | null> {
  const bridge = openBridge(settings.frame);
  const host = await new Promise<Host | null>(resolve => {
    const timer = setTimeout(() => resolve(null), settings.timeoutMs ?? TIMEOUT_MS);
    bridge.listen(message => {
      if (message.kind !== 'welcome') return;
      clearTimeout(timer);
      // At once: the next message may be on its way already.
      resolve(createFramedHost(settings, message.state));
    });
    bridge.post({ kind: 'ready' });
  });
  bridge.close();
  return host;
}

/** The host once the dashboard has said how it shows the gadget. */
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
  const ask = versionedFetch(settings.fetch, onStored, state.stored);
  const request = settings.requestBy?.(ask) ?? createFetchRequest({ fetch: ask });
  const frameless = createFramelessHost(info, request);
  const edits = listeners();
  const refreshes = listeners();
  const changes = listeners();
  const colors = colorSource(state.colorMode);
  const prints = new Set<(on: boolean) => void>();
  bridge.listen(message => {
    if (message.kind === 'edit') edits.fire();
    if (message.kind === 'refresh') refreshes.fire();
    if (message.kind === 'settings-changed') changes.fire();
    if (message.kind === 'color-mode') colors.show(message.colorMode);
    if (message.kind === 'print-layout') for (const print of prints) print(message.on);
  });
  let told = { height: -1, isCut: false };
  return {
    ...frameless,
    ...(settings.mirrored && { dataAge: () => fetchDataAge(request) }),
    gadgetSettings: keptSettings(state, settings => bridge.post({ kind: 'keep', settings })),
    async setTitle(title) {
      // A dashboard that keeps the settings keeps the title too.
      if (state.settings === undefined) await frameless.setTitle(title);
      bridge.post({ kind: 'title', title });
    },
    onEdit: edits.listen,
    onRefresh: refreshes.listen,
    onSettingsChange: changes.listen,
    onColorMode: colors.listen,
    onPrintLayout(listener) {
      prints.add(listener);
      return () => prints.delete(listener);
    },
    closeEdit: () => bridge.post({ kind: 'edit-closed' }),
    resize(next, isCut = false) {
      const height = Math.ceil(next);
      if (height === told.height && isCut === told.isCut) return;
      told = { height, isCut };
      bridge.post({ kind: 'resize', ...told });
    },
  };
}

/** Settings that the dashboard keeps itself, as text; null where they are in the properties of the item. */
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

/** Tells the dashboard of an Escape that nothing in the gadget took. */
export const postEscape = (frame: FrameWindow): void => openBridge(frame).post({ kind: 'escape' });

function openBridge(frame: FrameWindow) {
  const { origin } = frame.location;
  const stops: (() => void)[] = [];
  return {
    post: (message: FromFrame) => frame.parent.postMessage(writeMessage(message), origin),
    listen(listener: (message: ToFrame) => void) {
      const onMessage = (event: MessageEvent) => {
        // The dashboard alone, and from our own origin: any window that holds this one could post.
        if (event.origin !== origin || event.source !== frame.parent) return;
        const message = parseToFrame(event.data);
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

/** The colours of now, told to each listener at once, and those that come. */
function colorSource(first: ColorMode) {
  const listeners = new Set<(mode: ColorMode) => void>();
  let now = first;
  return {
    show(mode: ColorMode) {
      now = mode;
      for (const listener of [...listeners]) listener(mode);
    },
    listen(listener: (mode: ColorMode) => void) {
      listeners.add(listener);
      listener(now);
      return () => void listeners.delete(listener);
    },
  };
}

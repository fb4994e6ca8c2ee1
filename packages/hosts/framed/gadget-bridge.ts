/** The dashboard's side of the bridge to one gadget in its frame. */
import type { ColorMode } from '../host.ts';
import {
  type FrameState,
  type FromFrame,
  readMessage,
  type ToFrame,
  writeMessage,
} from './protocol.ts';

export interface GadgetBridgeSettings {
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener' | 'location'>;
  /** The frame's current window: null without a frame, another one after a navigation. */
  readonly frame: () => Pick<Window, 'postMessage'> | null;
  /** Called for each 'ready'. */
  readonly state: () => FrameState;
  /** Called for each message but 'ready'. */
  readonly onMessage: (message: FromFrame) => void;
}

export type GadgetBridge = ReturnType<typeof openGadgetBridge>;

/** Messages to and from a framed gadget. Those sent before it is ready are queued. */
export function openGadgetBridge(settings: GadgetBridgeSettings) {
  const { page, frame, state, onMessage } = settings;
  const { origin } = page.location;
  let ready = false;
  let waiting: ToFrame[] = [];
  const send = (message: ToFrame) => frame()?.postMessage(writeMessage(message), origin);
  const post = (message: ToFrame) => {
    if (ready) send(message);
    else waiting = [...waiting.filter(({ kind }) => kind !== message.kind), message];
  };
  const onPosted = (event: MessageEvent) => {
    if (event.origin !== origin || event.source === null || event.source !== frame()) return;
    const message = readMessage<FromFrame>(event.data);
    if (message?.kind === 'ready') {
      ready = true;
      send({ kind: 'welcome', state: state() });
      for (const each of waiting) send(each);
      waiting = [];
    }
    if (message) onMessage(message);
  };
  page.addEventListener('message', onPosted);
  return {
    edit: () => post({ kind: 'edit' }),
    showColorMode: (colorMode: ColorMode) => ready && post({ kind: 'color-mode', colorMode }),
    close: () => page.removeEventListener('message', onPosted),
  };
}

/**
 * The messages between a dashboard item of ours in Jira Data Center and its framed gadget, by postMessage within one
 * origin. The gadget sends 'ready' and gets 'welcome'; all others may come at any time after that.
 */

import { recordOf } from '@tallyboard/core/unknown.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { ColorMode } from '../host.ts';

/** How the dashboard shows the gadget. */
export interface FrameState {
  readonly flavour: Flavour;
  readonly edition: 'standard' | 'lite';
  readonly editable: boolean;
  readonly wallboard: boolean;
  readonly colorMode: ColorMode;
  /** Settings that the dashboard stores, '' for none yet; absent where they are item properties. */
  readonly settings?: string;
}

export type ToFrame =
  | { readonly kind: 'welcome'; readonly state: FrameState }
  /** The reader chose Edit in the gadget's menu. */
  | { readonly kind: 'edit' }
  | { readonly kind: 'color-mode'; readonly colorMode: ColorMode };

export type FromFrame =
  | { readonly kind: 'ready' }
  /** The height of the content in px. */
  | { readonly kind: 'resize'; readonly height: number }
  /** A new title, stored already. */
  | { readonly kind: 'title'; readonly title: string }
  /** Settings for the dashboard to store. */
  | { readonly kind: 'keep'; readonly settings: string }
  /** The gadget stored a property itself. */
  | { readonly kind: 'saved'; readonly key: string }
  | { readonly kind: 'edit-closed' };

/** Identifies our messages and the version of the protocol. */
const MARK = 'tallyboard-gadget-1';

export const writeMessage = (message: ToFrame | FromFrame): unknown => ({ [MARK]: message });

/** Null for messages of others; the sender is checked by the receiver. */
export function readMessage<Message extends ToFrame | FromFrame>(data: unknown): Message | null {
  const message = recordOf(recordOf(data)[MARK]);
  return typeof message.kind === 'string' ? (message as Message) : null;
}

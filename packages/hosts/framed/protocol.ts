/**
 * The messages between our dashboard page and its framed gadgets, by postMessage within one origin. The gadget sends
 * 'ready' and gets 'welcome'; all others may come at any time after that.
 */
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { recordOf } from '../bridge/record-of.ts';
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
  /**
   * What the properties of the item hold as settings, where the dashboard has just read it: the first to ask for it is
   * answered with that. Null: nothing.
   */
  readonly stored?: StoredSettings | null;
}

export interface StoredSettings {
  readonly value: unknown;
  /** Counts the writes. */
  readonly version: number;
}

export type ToFrame =
  | { readonly kind: 'welcome'; readonly state: FrameState }
  /** The reader chose Edit in the gadget's menu. */
  | { readonly kind: 'edit' }
  /** Refresh. */
  | { readonly kind: 'refresh' }
  /** The settings were changed elsewhere. */
  | { readonly kind: 'settings-changed' }
  /** The dashboard is about to be printed, or has been. */
  | { readonly kind: 'print-layout'; readonly on: boolean }
  | { readonly kind: 'color-mode'; readonly colorMode: ColorMode };

export type FromFrame =
  | { readonly kind: 'ready' }
  /** The size of the content in px; without a width it fills the width it has. */
  | { readonly kind: 'resize'; readonly height: number; readonly width?: number }
  /** A new title, stored already. */
  | { readonly kind: 'title'; readonly title: string }
  /** Settings for the dashboard to store. */
  | { readonly kind: 'keep'; readonly settings: string }
  /** The gadget stored a property itself. */
  | { readonly kind: 'saved'; readonly key: string }
  | { readonly kind: 'edit-closed' }
  /** Escape, where nothing in the gadget takes it: leaves the full screen. */
  | { readonly kind: 'escape' };

/** Identifies our messages and the version of the protocol. */
const MARK = 'tallyboard-gadget-1';

export const writeMessage = (message: ToFrame | FromFrame): unknown => ({ [MARK]: message });

/** Null for messages of others; the sender is checked by the receiver. */
export function readMessage<Message extends ToFrame | FromFrame>(data: unknown): Message | null {
  const message = recordOf(recordOf(data)[MARK]);
  return typeof message.kind === 'string' ? (message as Message) : null;
}

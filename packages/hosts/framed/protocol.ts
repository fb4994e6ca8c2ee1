/**
 * The messages between our dashboard page and its framed gadgets, by postMessage within one origin. The gadget sends
 * 'ready' and gets 'welcome'; all others may come at any time after that.
 */
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
  /** The height of the content, in px, and whether it needs more width than it has. */
  | { readonly kind: 'resize'; readonly height: number; readonly isCut: boolean }
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
const MAX_HEIGHT = 100_000;

export const writeMessage = (message: ToFrame | FromFrame): unknown => ({ [MARK]: message });

/** Null for anything but a message to a gadget. */
export function parseToFrame(data: unknown): ToFrame | null {
  const message = unmark(data);
  switch (message?.kind) {
    case 'edit':
    case 'refresh':
    case 'settings-changed':
      return { kind: message.kind };
    case 'print-layout':
      return { kind: 'print-layout', on: message.on === true };
    case 'color-mode':
      return { kind: 'color-mode', colorMode: parseColorMode(message.colorMode) };
    case 'welcome': {
      const state = asRecord(message.state);
      return {
        kind: 'welcome',
        state: {
          flavour: state?.flavour === 'data-center' ? 'data-center' : 'cloud',
          edition: state?.edition === 'lite' ? 'lite' : 'standard',
          editable: state?.editable === true,
          wallboard: state?.wallboard === true,
          colorMode: parseColorMode(state?.colorMode),
          ...(typeof state?.settings === 'string' && { settings: state.settings }),
          ...(state?.stored !== undefined && { stored: parseStored(state.stored) }),
        },
      };
    }
    default:
      return null;
  }
}

/** Null for anything but a message of a gadget. */
export function parseFromFrame(data: unknown): FromFrame | null {
  const message = unmark(data);
  switch (message?.kind) {
    case 'ready':
    case 'edit-closed':
    case 'escape':
      return { kind: message.kind };
    case 'resize': {
      const height = Number(message.height);
      if (!Number.isFinite(height) || height < 0) return null;
      const isCut = message.isCut === true;
      return { kind: 'resize', height: Math.min(Math.ceil(height), MAX_HEIGHT), isCut };
    }
    case 'saved':
      return { kind: 'saved', key: typeof message.key === 'string' ? message.key : '' };
    case 'keep':
      return typeof message.settings === 'string'
        ? { kind: 'keep', settings: message.settings }
        : null;
    case 'title':
      return typeof message.title === 'string' ? { kind: 'title', title: message.title } : null;
    default:
      return null;
  }
}

const parseColorMode = (value: unknown): ColorMode => (value === 'dark' ? 'dark' : 'light');

/** What is no such thing counts as nothing stored. */
function parseStored(value: unknown): StoredSettings | null {
  const stored = asRecord(value);
  return typeof stored?.version === 'number'
    ? { value: stored.value, version: stored.version }
    : null;
}

function unmark(data: unknown): Record<string, unknown> | null {
  return asRecord(asRecord(data)?.[MARK]);
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

import type { GadgetBridge } from '@tallyboard/hosts/framed/gadget-bridge.ts';
import { useState } from 'react';

/** The bridges to the gadgets of a page, by the id of the item. */
export interface Frames {
  put(itemId: string, bridge: GadgetBridge | null): void;
  get(itemId: string): GadgetBridge | undefined;
  refreshAll(): void;
  /** Enters or leaves the print layout in all gadgets. */
  printLayout(on: boolean): void;
  /** Called when a gadget has content. */
  ready(itemId: string): void;
  /** Resolves when that many gadgets have content, at the latest after 10 s. */
  settled(count: number): Promise<void>;
}

const MAX_WAIT_MS = 10_000;
const POLL_MS = 200;

export function useFrames(): Frames {
  const [frames] = useState(createFrames);
  return frames;
}

function createFrames(): Frames {
  const bridges = new Map<string, GadgetBridge>();
  const ready = new Set<string>();
  return {
    put(itemId, bridge) {
      if (bridge) bridges.set(itemId, bridge);
      else {
        bridges.delete(itemId);
        ready.delete(itemId);
      }
    },
    get: itemId => bridges.get(itemId),
    refreshAll: () => {
      for (const bridge of bridges.values()) bridge.refresh();
    },
    printLayout: on => {
      for (const bridge of bridges.values()) bridge.printLayout(on);
    },
    ready: itemId => void ready.add(itemId),
    async settled(count) {
      for (let waited = 0; ready.size < count && waited < MAX_WAIT_MS; waited += POLL_MS) {
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
      }
    },
  };
}

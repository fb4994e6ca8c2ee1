import type { GadgetBridge } from '@tallyboard/hosts/framed/gadget-bridge.ts';
import { useState } from 'react';

/** The bridges to the gadgets of a page, by the id of the item. */
export interface Frames {
  put(itemId: string, bridge: GadgetBridge | null): void;
  get(itemId: string): GadgetBridge | undefined;
  refreshAll(): void;
  /** Lays all gadgets out for paper, or for the screen again. */
  printLayout(on: boolean): void;
  /** Notes that a gadget has something to show. */
  shown(itemId: string): void;
  /** Waits until so many gadgets have something to show, or until no one should wait longer. */
  settled(count: number): Promise<void>;
}

const MOST_WAIT_MS = 10_000;
const LOOK_MS = 200;

export function useFrames(): Frames {
  const [frames] = useState(createFrames);
  return frames;
}

function createFrames(): Frames {
  const bridges = new Map<string, GadgetBridge>();
  const shown = new Set<string>();
  return {
    put(itemId, bridge) {
      if (bridge) bridges.set(itemId, bridge);
      else {
        bridges.delete(itemId);
        shown.delete(itemId);
      }
    },
    get: itemId => bridges.get(itemId),
    refreshAll: () => {
      for (const bridge of bridges.values()) bridge.refresh();
    },
    printLayout: on => {
      for (const bridge of bridges.values()) bridge.printLayout(on);
    },
    shown: itemId => void shown.add(itemId),
    async settled(count) {
      for (let waited = 0; shown.size < count && waited < MOST_WAIT_MS; waited += LOOK_MS) {
        await new Promise(resolve => setTimeout(resolve, LOOK_MS));
      }
    },
  };
}

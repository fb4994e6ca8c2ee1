import { useSyncExternalStore } from 'react';

/** The screen in px that wallboard sizes are designed for. */
const DESIGN = { width: 1920, height: 1080 };
/** Sizes of a gadget are half of those on the designed screen. */
const GADGET_ZOOM = 2;

/** Scale by the window, or by the screen for a gadget in a frame of a host, whose window is a part of it. */
function wallScale(): number {
  const [width, height] =
    window.parent === window ? [innerWidth, innerHeight] : [screen.width, screen.height];
  return Math.min(width / DESIGN.width, height / DESIGN.height) || 1;
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

export const useWallScale = (): number => useSyncExternalStore(onResize, wallScale);

export const gadgetZoom = (): number => GADGET_ZOOM * wallScale();

export const useGadgetZoom = (): number => GADGET_ZOOM * useWallScale();

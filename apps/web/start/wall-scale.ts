/** Screen width in px that wallboard sizes are designed for. */
const DESIGN_WIDTH = 1920;
/** Text of 14 px is readable from five metres. */
const GADGET_ZOOM = 2;

/** Larger screens are seen from farther away. */
export const wallScale = (): number => Math.max(1, screen.width / DESIGN_WIDTH);

export const gadgetZoom = (): number => GADGET_ZOOM * wallScale();

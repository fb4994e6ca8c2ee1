/** Screen width in px that wallboard sizes are designed for. */
const DESIGN_WIDTH = 1920;

/** Larger screens are seen from farther away. */
export const wallScale = (): number => Math.max(1, screen.width / DESIGN_WIDTH);

/** Sizes of wallboards are meant for this width; a screen with more pixels is larger, and hangs farther away. */
const USUAL_WIDTH = 1920;

/** How much larger than on a usual screen a wallboard draws. */
export const wallScale = (): number => Math.max(1, screen.width / USUAL_WIDTH);

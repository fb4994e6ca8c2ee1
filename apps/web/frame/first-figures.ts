/** Order of work when a page opens: kept figures of all reports on it are drawn before any of them is brought up to date. */

const MAX_WAIT_MS = 1_000;

const drawing = new Set<Promise<unknown>>();

/**
 * Shows kept figures, and resolves when those of all reports of the page are on the screen, or after about a second; at
 * once if there were none. @param show resolves to whether there are kept figures.
 */
export async function drawFirst(show: () => Promise<boolean>): Promise<void> {
  const own = show();
  drawing.add(own);
  const isShown = await own.finally(() => drawing.delete(own));
  if (!isShown) return;
  const timeout = new Promise(resolve => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([allDrawn(), timeout]);
  if (typeof requestIdleCallback === 'undefined') return;
  await Promise.race([new Promise(resolve => requestIdleCallback(resolve)), timeout]);
}

async function allDrawn(): Promise<void> {
  while (drawing.size > 0) await Promise.allSettled(drawing);
}

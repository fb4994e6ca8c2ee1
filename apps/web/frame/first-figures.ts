/** Order of work when a page opens: kept figures of all reports on it are drawn before any of them is brought up to date. */

const MAX_WAIT_MS = 1_000;

const waiting = new Set<Promise<void>>();

/** Shows kept figures, and resolves when those of all reports of the page are on the screen, or after a second. */
export async function drawFirst(show: () => Promise<boolean>): Promise<void> {
  const own = show();
  const done = own.then(() => {});
  waiting.add(done);
  const isShown = await own.finally(() => waiting.delete(done));
  if (!isShown || typeof requestIdleCallback === 'undefined') return;
  const started = performance.now();
  await Promise.race([allDrawn(), new Promise(resolve => setTimeout(resolve, MAX_WAIT_MS))]);
  const timeout = Math.max(1, MAX_WAIT_MS - (performance.now() - started));
  await new Promise<void>(resolve => requestIdleCallback(() => resolve(), { timeout }));
}

async function allDrawn(): Promise<void> {
  while (waiting.size > 0) await Promise.all(waiting);
}

/** Code that could not be fetched: the network is gone, or the server has a newer version. */

/** Chromium, Firefox, Safari, and Vite for style sheets. */
const MISSING =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|not a supported stylesheet/i;

export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && MISSING.test(error.message);

export const MISSING_CODE =
  'A part of this page could not be loaded. Check your connection, or reload the page if it was updated.';

const RELOADED = 'tallyboard.reloaded';
const AGAIN_MS = 60_000;

/** Reloads the page for a newer version, at most once a minute, and not while a form may have unsaved text. */
export function reloadOnce(): void {
  if (!navigator.onLine || document.querySelector('form:not([action])')) return;
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < AGAIN_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without storage nothing would stop a second reload.
    return;
  }
  location.reload();
}

/** Errors that the app catches itself, for the error reports where somebody set them up: otherwise nobody listens. */
let listener: ((error: unknown) => void) | null = null;

export function listenToErrors(listen: (error: unknown) => void): void {
  listener = listen;
}

/** Tells of an error. Never throws. */
export const reportError = (error: unknown): void => listener?.(error);

/** Starts error reports where the server that sent the page takes them; never inside Jira Data Center. */
export function startErrorReports(page: Document, mode: string): void {
  const asked = page.querySelector('meta[name="tallyboard-error-reports"]');
  if (!asked || mode === 'server') return;
  import('./watch-errors.ts').then(({ watchErrors }) => watchErrors(window)).catch(() => {});
}

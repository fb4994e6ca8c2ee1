/** Errors that the app catches itself, for error reports if they are enabled. */
let listener: ((error: unknown) => void) | null = null;

export function listenToErrors(listen: (error: unknown) => void): void {
  listener = listen;
}

/** Starts error reports if a server accepts them; never inside Jira Data Center. */
export function startErrorReports(page: Document, mode: string): void {
  const accepts = page.querySelector<HTMLMetaElement>('meta[name="tallyboard-error-reports"]');
  if (!accepts || mode === 'server') return;
  import('./watch-errors.ts')
    .then(({ watchErrors }) => watchErrors(window, accepts.content))
    .catch(() => {});
}

/** Never throws. */
export const reportError = (error: unknown): void => listener?.(error);

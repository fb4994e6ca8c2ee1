/** Starts error reports if the server of the page accepts them; never inside Jira Data Center. */
export function startErrorReports(page: Document, mode: string): void {
  const asked = page.querySelector('meta[name="tallyboard-error-reports"]');
  if (!asked || mode === 'server') return;
  import('./watch-errors.ts').then(({ watchErrors }) => watchErrors(window)).catch(() => {});
}

/** Starts error reports where the server that sent the page takes them; never inside Jira Data Center. */
export function startErrorReports(page: Document, mode: string): void {
  const asked = page.querySelector('meta[name="tallyboard-error-reports"]');
  if (!asked || mode === 'server') return;
  import('./watch-errors.ts').then(({ watchErrors }) => watchErrors(window)).catch(() => {});
}

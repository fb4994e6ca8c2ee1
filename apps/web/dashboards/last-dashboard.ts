/** The dashboard that was open last, where the app opens again. */

const STORED_AS = 'tallyboard.dashboard';

export function readLastDashboard(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

export function storeLastDashboard(id: string): void {
  try {
    localStorage.setItem(STORED_AS, id);
  } catch {
    // Without storage the app opens on the first dashboard.
  }
}

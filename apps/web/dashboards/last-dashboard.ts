/** The dashboard that the reader had open last: where the app opens again. */

const STORED_AS = 'tallyboard.dashboard';

export function readLastDashboard(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

export function keepLastDashboard(id: string): void {
  try {
    localStorage.setItem(STORED_AS, id);
  } catch {
    // A browser that keeps nothing opens on the first dashboard.
  }
}

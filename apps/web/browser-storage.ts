/** The browser's storage, which private windows and full disks refuse: reads then find nothing, and writes are lost. */

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {}
}

/** The value of a JSON text; null for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

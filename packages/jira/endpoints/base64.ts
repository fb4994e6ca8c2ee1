/** JSON in base64 of UTF-8, as Data Center's dashboard items keep it. */
export function toBase64Json(value: unknown): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}

/** Reads what toBase64Json wrote; a value that is no such text (stored by other means) is returned as it is. */
export function fromBase64Json(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    const bytes = Uint8Array.from(atob(stored), letter => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return stored;
  }
}

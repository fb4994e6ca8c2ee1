/** Reading stored values: whatever was saved, by an old version, by hand or by somebody hostile, is read or undefined. */

/** A plain object, or undefined for arrays, null and everything else. */
export function asRecord(raw: unknown): Record<string, unknown> | undefined {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? (raw as Record<string, unknown>)
    : undefined;
}

/** A whole number, also when it was stored as text. */
export function wholeNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export function parseFlag(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (raw === 'true' || raw === 1) return true;
  if (raw === 'false' || raw === 0) return false;
  return undefined;
}

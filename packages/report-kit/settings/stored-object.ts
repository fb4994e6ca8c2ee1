import type { Stored } from './schema.ts';
import { asRecord } from './stored.ts';

/** A stored object, or one stored as its JSON text; null for anything else. */
export function storedObject(value: unknown): Stored | null {
  if (typeof value === 'string') return value.trim().startsWith('{') ? readJson(value) : null;
  return asRecord(value) ?? null;
}

function readJson(text: string): Stored | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : storedObject(value);
  } catch {
    return null;
  }
}

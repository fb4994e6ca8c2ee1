import { type Gadget, kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { readSettings, savedSource } from './stored-settings.ts';

/** A gadget as its dashboard stores it. */
export interface StoredGadget {
  readonly title: string;
  /** The key of its module. */
  readonly moduleKey: string;
  /** Its settings. */
  readonly stored: unknown;
}

/** The kind of a gadget, and the id of the saved report that it shows; null for one that this version has not. */
export function openStoredGadget({
  moduleKey,
  stored,
}: Pick<StoredGadget, 'moduleKey' | 'stored'>): {
  readonly gadget: Gadget;
  readonly savedId: string | null;
} | null {
  const gadget = kindOf(moduleKey);
  if (!gadget) return null;
  return { gadget, savedId: savedSource(readSettings(stored)?.stored ?? {})?.id ?? null };
}

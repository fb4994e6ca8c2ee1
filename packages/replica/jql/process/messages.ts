import type { Visibility } from '../../data/access/grants.ts';
import type { StorePlace } from '../../data/engine.ts';
import type { JqlStore } from '../search.ts';

/** A reader of the store; null: everything is seen. */
export type Reader = { readonly userId: string | null; readonly known?: Visibility } | null;

/** One call of a JqlStore. */
export interface QueryCall {
  readonly reader: Reader;
  readonly method: keyof JqlStore;
  readonly args: readonly unknown[];
}

export type ToProcess = { readonly place: StorePlace; readonly deadlineMs: number } | QueryCall;

export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'value'; readonly value: unknown }
  /** A JqlError. */
  | { readonly kind: 'refused'; readonly messages: string[] }
  | { readonly kind: 'failed'; readonly message: string; readonly code: unknown };

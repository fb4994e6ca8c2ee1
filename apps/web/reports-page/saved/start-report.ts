import { readLocal, writeLocal } from '../../browser-storage.ts';

const KEY = 'tallyboard.start-report';

/** The id of the saved report that this browser opens first; null without one. */
export const readStartReport = (): string | null => readLocal(KEY) || null;

export const storeStartReport = (id: string | null): void => writeLocal(KEY, id ?? '');

import { readLocal, writeLocal } from '../../browser-storage.ts';

const keyOf = (project: string | null) =>
  `tallyboard.start-report${project === null ? '' : `.${project}`}`;

/** The id of the saved report that this browser opens first, on all pages or that of a project; null without one. */
export const readStartReport = (project: string | null = null): string | null =>
  readLocal(keyOf(project)) || null;

export const storeStartReport = (id: string | null, project: string | null = null): void =>
  writeLocal(keyOf(project), id ?? '');

import { createContext } from 'react';

/** The id of the saved report that is shown as it was saved; null for other figures. */
export const ShownSavedReport = createContext<string | null>(null);

import type { OuterFilter } from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import { createContext } from 'react';

/** Null outside a dashboard of ours, and where no filter is set. */
export const FilterContext = createContext<OuterFilter | null>(null);

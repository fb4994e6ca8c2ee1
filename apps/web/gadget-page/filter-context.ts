import type { OuterFilter } from '@tallyboard/engine/gadgets/outer-filter.ts';
import { createContext } from 'react';

/** Null outside a dashboard of ours, and where no filter is set. */
export const FilterContext = createContext<OuterFilter | null>(null);

/// <reference types="vite/client" />
/** The parts of reports that pages alone show: `wall.tsx` and `form.tsx` of a report's folder. Files of figures have none of them. */
import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';

interface Part<Value> {
  readonly default: Value;
}

const walls = import.meta.glob<Part<Wall<unknown, unknown>>>('./*/wall.tsx');
const forms = import.meta.glob<Part<FormRules<unknown>>>('./*/form.tsx');

/** By default headline and table. */
export const loadWall = async (id: string): Promise<Wall<unknown, unknown>> =>
  (await walls[`./${id}/wall.tsx`]?.())?.default ?? {};

/** Rules of a gadget form besides the table of settings. */
export const loadFormRules = async (id: string): Promise<FormRules<unknown>> =>
  (await forms[`./${id}/form.tsx`]?.())?.default ?? {};

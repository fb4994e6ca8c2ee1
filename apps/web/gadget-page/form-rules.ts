import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { use } from 'react';

type AnyRules = FormRules<unknown>;

const NONE: AnyRules = {};
const loading = new WeakMap<AnyReport, Promise<AnyRules>>();

/** What the form of a report has of its own, fetched when it is first opened. Suspends. */
export function useFormRules(report: AnyReport): AnyRules {
  const known = loading.get(report) ?? load(report);
  loading.set(report, known);
  return use(known);
}

async function load({ formRules }: AnyReport): Promise<AnyRules> {
  return formRules ? (await formRules()).default : NONE;
}

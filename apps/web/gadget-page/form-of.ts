import type { AnyReport, FormProps } from '@tallyboard/report-kit/contract.ts';
import { type ComponentType, lazy } from 'react';

const forms = new WeakMap<AnyReport, ComponentType<FormProps<unknown>>>();

/** The form of a report, fetched when it is first opened. */
export function formOf(report: AnyReport): ComponentType<FormProps<unknown>> {
  const known = forms.get(report);
  if (known) return known;
  const form = lazy(report.Form);
  forms.set(report, form);
  return form;
}

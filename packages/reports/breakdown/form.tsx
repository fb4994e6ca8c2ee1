import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { StatusForm } from '@tallyboard/report-kit/families/status/status-form.tsx';
import type { BreakdownSettings } from './settings.ts';

export default function BreakdownForm(props: FormProps<BreakdownSettings>) {
  return <StatusForm {...props} />;
}

import type { FormProps } from '../report.ts';
import { StatusForm } from '../shared/status-form.tsx';
import type { BreakdownSettings } from './settings.ts';

export default function BreakdownForm(props: FormProps<BreakdownSettings>) {
  return <StatusForm {...props} />;
}

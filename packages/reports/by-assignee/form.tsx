import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { type ByAssigneeSettings, CHARTS } from './settings.ts';

const isCounted = ({ mode }: ByAssigneeSettings) => mode === 'created-resolved';

export default {
  mode: { also: ({ mode }) => ({ chart: CHARTS[mode].options[0]?.value ?? 'created-resolved' }) },
  chart: {
    options: (all, { mode }) => {
      const names: readonly string[] = CHARTS[mode].options.map(({ value }) => value);
      return all.filter(({ name }) => names.includes(name));
    },
  },
  estimation: { when: isCounted },
  // The gadget has a chart and a table of its own.
  showStatusBars: { when: () => false },
} satisfies FormRules<ByAssigneeSettings>;

import {
  GROUP_CHOICES,
  groupLabel,
  groupWord,
  parseGroupWord,
} from '@tallyboard/report-kit/settings/group-codes.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { EstimationProps } from './view.tsx';

export const OVERVIEW = 'overview';

/** Grouping on the page (a gadget has it in its form), and all groups open or closed. */
export function Controls({
  result,
  settings,
  compact,
  allOpen,
  onExpandAll,
  onSettings,
}: EstimationProps & { readonly allOpen: boolean; readonly onExpandAll: () => void }) {
  const { groupBy } = settings;
  if (compact && groupBy === null) return null;
  const choices = [
    { value: OVERVIEW, label: 'Nothing (overview)' },
    ...GROUP_CHOICES.map(choice => ({ value: groupWord(choice.groupBy), label: choice.label })),
    ...(typeof groupBy === 'object' && groupBy !== null
      ? [{ value: groupWord(groupBy), label: result.label || groupLabel(groupBy, []) }]
      : []),
  ];
  return (
    <div className="tb-estimation__controls tb-no-print">
      {!compact && (
        <ChoiceField
          label="Group logged time by"
          options={choices}
          value={groupBy === null ? OVERVIEW : groupWord(groupBy)}
          onChange={word => onSettings({ ...settings, groupBy: parseGroupWord(word) })}
        />
      )}
      {groupBy !== null && (
        <Button appearance="subtle" disabled={result.rows.length === 0} onClick={onExpandAll}>
          {allOpen && result.rows.length > 0 ? 'Collapse All' : 'Expand All'}
        </Button>
      )}
    </div>
  );
}

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDuration } from '@tallyboard/core/time/format.ts';
import type { ColumnMeaning } from './columns.ts';
import type { EstimationSettings } from './settings.ts';

export type ValueText = (value: number | null, unit: ColumnMeaning['unit']) => string;

/** How values are written: times in the format of the settings, whole percents; '-' for nothing. */
export function valueText(
  { style }: Pick<EstimationSettings, 'style'>,
  context: ReportContext,
): ValueText {
  return (value, unit) => {
    if (value === null) return '-';
    if (unit === 'seconds') return formatDuration(value, { ...context, style, zero: '-' });
    // Rounding must not leave '-0'.
    return `${Math.round(value) || 0}%`;
  };
}

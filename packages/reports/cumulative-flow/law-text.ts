import { formatCount, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { Assumption, LittlesLaw } from './littles-law.ts';

const number = (value: number | null) => formatNumber(value, 1);

/** Little's law in words, with its residual and the assumptions that do not hold. */
export function lawText(law: LittlesLaw): string {
  const { averageWip, throughput, cycleTime, residual, assumptions } = law;
  const share = formatPercent((100 * Math.abs(residual ?? 0)) / Math.max(averageWip, 1e-9));
  const product = number(throughput * (cycleTime.value ?? 0));
  const broken = assumptions.filter(({ holds }) => !holds).map(brokenText);
  return [
    `Little’s law: ${number(averageWip)} average WIP, against ${product} = ${formatNumber(throughput, 2)} finished per day × ${number(cycleTime.value)} days of cycle time. Residual ${number(residual)} (${share}).`,
    ...broken,
  ].join(' ');
}

function brokenText({ id, before, after }: Assumption): string {
  if (id === 'arrivals')
    return `${formatCount(before)} issues were started, ${formatCount(after)} finished.`;
  if (id === 'wip')
    return `Work in progress ${after > before ? 'grew' : 'fell'} from ${formatCount(before)} to ${formatCount(after)} issues.`;
  return `Its mean age ${after > before ? 'grew' : 'fell'} from ${number(before)} to ${number(after)} days.`;
}

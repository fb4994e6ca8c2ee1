import type { Assumption, LittlesLaw } from './littles-law.ts';

/** Without the reader's separators, which a calculation does not know. */
const number = (value: number | null) => String(Math.round(10 * (value ?? 0)) / 10);

/** Little's law in words, with its residual and the assumptions that do not hold. */
export function lawText(law: LittlesLaw): string {
  const { averageWip, throughput, cycleTime, residual, assumptions } = law;
  if (residual === null) return '';
  const share = Math.round((100 * Math.abs(residual)) / Math.max(averageWip, 1e-9));
  const product = number(throughput * (cycleTime.value ?? 0));
  return [
    `Here: ${number(averageWip)} average WIP, against ${product} = ${number(throughput)} finished per day × ${number(cycleTime.value)} days in progress. Residual ${number(residual)} (${share}%).`,
    ...assumptions.filter(({ holds }) => !holds).map(brokenText),
  ].join(' ');
}

function brokenText({ id, before, after }: Assumption): string {
  if (id === 'arrivals') return `${before} issues were started, ${after} finished.`;
  const grew = after > before ? 'grew' : 'fell';
  return id === 'wip'
    ? `Work in progress ${grew} from ${before} to ${after} issues.`
    : `Its mean age ${grew} from ${number(before)} to ${number(after)} days.`;
}

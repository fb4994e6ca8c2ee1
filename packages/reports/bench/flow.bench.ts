import { context } from '@tallyboard/core/testing/builders.ts';
import { findReport } from '../find-report.ts';
import { loadCompute } from '../load-compute.ts';
import { overParsing, replayData } from './replay-data.ts';

const NOW = context({ asOf: Date.UTC(2024, 6, 1) });
/** The histories of the issues move them from Selected to In Progress. */
const workflow = {
  columns: [
    { name: 'Selected', statuses: ['10001'] },
    { name: 'In Progress', statuses: ['10000', '10002', '10003', '10004'] },
    { name: 'Done', statuses: ['10005', '10006', '10007', '10008', '10009'] },
  ],
};
const RUNS: readonly (readonly [id: string, stored: object])[] = [
  ['cycle-time', { workflow }],
  ['throughput', { workflow }],
  ['wip-age', { workflow }],
  ['cumulative-flow', { workflow, lastDays: 365 }],
  ['forecast', { workflow }],
  ['forecast', { workflow, question: 'when' }],
  ['flow-efficiency', { workflow, waitColumns: ['Selected'] }],
];

/** The flow reports over issues with histories, against JSON.parse of the same issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = replayData(count);
  const benches = RUNS.map(async ([id, stored]) => {
    const [report, compute] = await Promise.all([findReport(id), loadCompute(id)]);
    const settings = report?.settings.parse(stored).value;
    return {
      name: `${id}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => compute(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
  return Promise.all(benches);
}
